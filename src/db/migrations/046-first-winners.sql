-- What lists show of results (src/draws/prize-holders.ts): a result may have a million winners, and reading all of it for
-- each visitor takes a tenth of a second.
create function first_winners(results text) returns text immutable language sql as $$
  select json_build_object('prizes', count(*), 'first', coalesce(json_agg(json_build_object('prizeCode', prize ->> 'prizeCode',
    'count', jsonb_array_length(prize -> 'winners'), 'winners', jsonb_path_query_array(prize -> 'winners', '$[0 to 49]')) order by n)
    filter (where n <= 10), '[]'))
  from jsonb_array_elements(results::jsonb) with ordinality as one (prize, n)
$$;

alter table draw_results add column first_winners text not null generated always as (first_winners(results)) stored;
