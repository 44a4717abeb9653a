-- What plans of tambiolo-draw/2 say beside those of /1.
alter table raffles
  add column pause_days integer not null default 0 constraint raffles_pause_days_range check (pause_days between 0 and 730),
  drop constraint raffles_lead_minutes_range,
  add constraint raffles_lead_minutes_range check (lead_minutes between 1 and 10080);

alter table prizes
  add column odds_chances integer not null default 1,
  add column odds_of integer not null default 1,
  add constraint prizes_odds_range check (odds_chances between 1 and odds_of and odds_of <= 1000000),
  -- The version before draws such a prize among everyone: none has it while both run.
  drop constraint prizes_pool_known,
  add constraint prizes_pool_known check (pool in ('wished', 'everyone', 'wished-first'));

alter table draw_locks
  add column out_deleted integer,
  add column out_withdrawn integer,
  add column out_won_before integer;

-- Tickets stand in the order in which the log has them. Of the last one of a part: the number of its first leaf, or
-- more than any number where the lock's checkpoint has none. Null in lists by when entries were made.
alter table draw_list_parts add column last_leaf bigint;

create or replace function first_winners(results text) returns text immutable language sql as $$
  select json_build_object('prizes', count(*), 'first', coalesce(json_agg(json_build_object('prizeCode', prize ->> 'prizeCode',
    'given', coalesce((prize ->> 'given')::boolean, true),
    'count', jsonb_array_length(prize -> 'winners'), 'winners', jsonb_path_query_array(prize -> 'winners', '$[0 to 49]')) order by n)
    filter (where n <= 10), '[]'))
  from jsonb_array_elements(results::jsonb) with ordinality as one (prize, n)
$$;
