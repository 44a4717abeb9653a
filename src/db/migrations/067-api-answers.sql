-- Answers of the API by Idempotency-Key, so that a request whose answer was lost can be sent again
-- (src/api/headers). A row goes after a day.
create table idempotent_answers (
  -- A keyed hash of the key and of who sent it.
  key bytea primary key constraint idempotent_answers_key check (octet_length(key) = 32),
  -- Of the request: another one with the same key is a mistake.
  fingerprint bytea not null constraint idempotent_answers_fingerprint check (octet_length(fingerprint) = 32),
  started_at timestamptz not null default clock_timestamp(),
  -- The answer, which may hold an access code: only who sends the same key again can open it. Null while it is made.
  sealed bytea
);
create index idempotent_answers_by_age on idempotent_answers (started_at);

-- As before, and says how many tries each key has now: answers of the API tell how many are left.
create or replace function count_try(
  asked jsonb, paid integer, solution text, known text,
  out wait_ms float8, out cost integer, out cause text, out free_in_ms float8, out counted jsonb
) language plpgsql as $$
declare
  one record;
  most integer;
begin
  -- Nobody waits for the disk here: a crash of the database may forget the tries of its last moment.
  perform set_config('synchronous_commit', 'off', true);

  select case when exists (select from guess_tallies where key = decode(known, 'hex')) then 1 else 2147483647 end into most;

  for look in 1..2 loop
    -- Who may not go on writes nothing and locks nobody out: the rows are locked at the second look only, in the order of
    -- the keys, so that two who share both do not wait for each other for ever.
    if look = 2 then
      for one in select a.key from jsonb_to_recordset(asked) as a (key text) order by a.key loop
        insert into guess_tallies (key, tries, at) values (decode(one.key, 'hex'), 0, clock_timestamp()) on conflict do nothing;
        perform from guess_tallies where key = decode(one.key, 'hex') for update;
        if not found then
          raise exception 'A tally was forgotten at this moment: try again.' using errcode = 'serialization_failure';
        end if;
      end loop;
    end if;

    if solution is not null
      and exists (select from guess_tallies where key = decode(solution, 'hex') and tries > 0) then
      paid := 0;
    end if;

    with terms as (
      select a.cause,
        case when a.doubles_after is null
          then guess_wait_ms(t.tries, t.at, a.free, a.first_wait_ms, a.longest_wait_ms) else 0 end as wait_ms,
        case when a.doubles_after is not null and age.ms < a.forget_after_ms
          then puzzle_cost(t.tries, a.free, a.doubles_after, least(a.hardest, most)) else 0 end as cost,
        a.forget_after_ms - age.ms as left_ms
      from jsonb_to_recordset(asked) as a (
        key text, cause text, free integer, first_wait_ms float8, longest_wait_ms float8, forget_after_ms float8,
        doubles_after integer, hardest integer)
      join guess_tallies t on t.key = decode(a.key, 'hex')
      cross join lateral (select extract(epoch from clock_timestamp() - t.at) * 1000 as ms) as age
    )
    select coalesce(max(terms.wait_ms), 0), coalesce(max(terms.cost), 0),
      (array_agg(terms.cause order by terms.wait_ms desc, terms.cost desc))[1],
      coalesce(max(terms.left_ms) filter (where terms.cost > 0), 0)
    into wait_ms, cost, cause, free_in_ms
    from terms;
    if wait_ms > 0 or cost > paid then return; end if;
  end loop;

  with before as (
    select t.key, t.at, a.from_first,
      -- Forgiven, or taken back: it begins anew.
      case when extract(epoch from clock_timestamp() - t.at) * 1000 >= a.forget_after_ms then 0 else t.tries end as tries
    from jsonb_to_recordset(asked) as a (key text, forget_after_ms float8, from_first boolean)
    join guess_tallies t on t.key = decode(a.key, 'hex')
  ), after as (
    update guess_tallies t
    set tries = before.tries + 1,
      at = case when before.from_first and before.tries > 0 then before.at else clock_timestamp() end
    from before where t.key = before.key
    returning t.key, t.at, t.tries, before.at as at_before
  )
  select jsonb_agg(jsonb_build_object('key', encode(key, 'hex'), 'at', at, 'at_before', at_before, 'tries', tries)) into counted from after;
end
$$;
