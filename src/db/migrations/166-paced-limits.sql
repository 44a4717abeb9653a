-- The free tries of a network come back one by one, each after its share of the window, instead of all at its end. So a
-- network waits as long as one share, and not six hours. In a window it has as many as before. Tries past them cost what
-- they did: `tries` and `at` then count only what was paid. Sites of the version before ask without `paced`, and are
-- answered as before.
alter table guess_tallies
  add column used integer not null default 0 constraint guess_tallies_used_positive check (used >= 0),
  -- Since when they are counted: the last time one came back.
  add column used_at timestamptz not null default now();

-- What is used up of so many free tries in a window, since when, and the milliseconds until the next comes back.
create function pace(tally guess_tallies, free integer, window_ms float8,
  out used integer, out used_at timestamptz, out next_ms float8)
language sql volatile as $$
  select greatest(tally.used - back, 0),
    case when tally.used > back then tally.used_at + back * share else now_at end,
    share_ms - greatest(0, passed_ms - back * share_ms)
  from (select clock_timestamp() as now_at, window_ms / greatest(free, 1) as share_ms) a
  cross join lateral (select make_interval(secs => share_ms / 1000) as share,
    extract(epoch from now_at - tally.used_at)::float8 * 1000 as passed_ms) b
  cross join lateral (select least(floor(passed_ms / share_ms), tally.used)::integer as back) c
$$;

create or replace function count_try(
  asked jsonb, paid integer, solution text, known text,
  out wait_ms float8, out cost integer, out cause text, out free_in_ms float8, out counted jsonb
) language plpgsql as $$
declare
  one record;
  most integer;
  is_known boolean;
begin
  -- Nobody waits for the disk here: a crash of the database may forget the tries of its last moment.
  perform set_config('synchronous_commit', 'off', true);

  is_known := known is not null and exists (select from guess_tallies where key = decode(known, 'hex'));
  most := case when is_known then 1 else 2147483647 end;
  asked := (
    select jsonb_agg(a) from jsonb_array_elements(asked) as a
    where a ->> 'applies' is distinct from case when is_known then 'strangers' else 'known' end);

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

    with tallies as (
      select a.*, t.tries, t.at, p.used as used, p.next_ms,
        a.forget_after_ms - extract(epoch from clock_timestamp() - t.at) * 1000 as left_ms
      from jsonb_to_recordset(asked) as a (
        key text, cause text, free integer, first_wait_ms float8, longest_wait_ms float8, forget_after_ms float8,
        doubles_after integer, hardest integer, spares boolean, spared boolean, free_if_known boolean, paced boolean)
      join guess_tallies t on t.key = decode(a.key, 'hex')
      cross join lateral pace(t, a.free, a.forget_after_ms) as p
    ), spares as (
      -- How long until the network is spared again; 0 where it is, null where nobody is.
      select case when exists (select from jsonb_array_elements(asked) as a where (a ->> 'spares')::boolean)
        then coalesce(max(case when t.paced then t.next_ms else t.left_ms end) filter (where t.spares
          and case when t.paced then t.used >= t.free else t.tries >= t.free and t.left_ms > 0 end), 0) end as ms
      from tallies t
    ), terms as (
      select t.cause,
        case when t.doubles_after is null and t.spares is not true
          then guess_wait_ms(t.tries, t.at, t.free, t.first_wait_ms, t.longest_wait_ms) else 0 end as wait_ms,
        case when t.doubles_after is not null and t.paced then case when t.used < t.free then 0 else
            puzzle_cost(case when t.left_ms > 0 then t.tries else 0 end, 0, t.doubles_after, least(t.hardest, most)) end
          when t.doubles_after is not null and t.left_ms > 0
          and not (t.spared is true and spares.ms is not null and spares.ms = 0)
          and not (t.free_if_known is true and is_known)
          then puzzle_cost(t.tries, t.free, t.doubles_after, least(t.hardest, most)) else 0 end as cost,
        case when t.spared then least(t.left_ms, spares.ms) when t.paced then t.next_ms else t.left_ms end as left_ms
      from tallies t cross join spares
    )
    select coalesce(max(terms.wait_ms), 0), coalesce(max(terms.cost), 0),
      (array_agg(terms.cause order by terms.wait_ms desc, terms.cost desc))[1],
      coalesce(max(terms.left_ms) filter (where terms.cost > 0), 0)
    into wait_ms, cost, cause, free_in_ms
    from terms;
    if wait_ms > 0 or cost > paid then return; end if;
  end loop;

  with before as (
    select t.key, t.at, a.from_first, a.once_by,
      -- The free tries used up by this one, and since when; null where it is none of them.
      case when a.paced and p.used < a.free then p.used + 1 end as used, p.used_at,
      -- Forgiven, or taken back: it begins anew.
      case when extract(epoch from clock_timestamp() - t.at) * 1000 >= a.forget_after_ms then 0 else t.tries end as tries
    from jsonb_to_recordset(asked) as a (
      key text, free integer, forget_after_ms float8, from_first boolean, once_by text, paced boolean)
    join guess_tallies t on t.key = decode(a.key, 'hex')
    cross join lateral pace(t, a.free, a.forget_after_ms) as p
  ), after as (
    update guess_tallies t
    set tries = case when before.used is null then before.tries + 1 else t.tries end,
      at = case when before.used is not null or (before.from_first and before.tries > 0) then before.at
        else clock_timestamp() end,
      used = coalesce(before.used, t.used),
      used_at = case when before.used is null then t.used_at else before.used_at end
    from before
    where t.key = before.key
      and not exists (select from before first where first.key = decode(before.once_by, 'hex') and first.tries > 0)
    returning t.key, t.at, t.tries,
      -- A window that has begun goes on for the tries that came after.
      case when before.from_first then t.at else before.at end as at_before
  )
  select jsonb_agg(jsonb_build_object('key', encode(before.key, 'hex'), 'at', after.at, 'at_before', after.at_before,
    'tries', coalesce(before.used, after.tries), 'once_by', before.once_by, 'paced', before.used is not null))
  into counted
  from before left join after on after.key = before.key
  where after.key is not null or before.once_by is not null;
end
$$;

-- Takes back a try that was right, and remembers where it came from. What is counted once for a network is taken back
-- with the last of the network's tries.
create or replace function take_back_try(counted jsonb, known text) returns void language plpgsql as $$
begin
  perform set_config('synchronous_commit', 'off', true);
  -- All rows in the order of the keys, as count_try locks them.
  perform from guess_tallies where key in (select decode(c.key, 'hex') from jsonb_to_recordset(counted) as c (key text))
  order by key for update;
  perform take_back_guess((select jsonb_agg(c) from jsonb_array_elements(counted) as c
    where c ->> 'once_by' is null and (c ->> 'paced')::boolean is not true));
  update guess_tallies t set used = greatest(t.used - 1, 0)
  from jsonb_to_recordset(counted) as c (key text, paced boolean)
  where t.key = decode(c.key, 'hex') and c.paced;
  update guess_tallies t
  set tries = greatest(t.tries - 1, 0)
  from jsonb_to_recordset(counted) as c (key text, once_by text)
  join guess_tallies first on first.key = decode(c.once_by, 'hex')
  where t.key = decode(c.key, 'hex') and first.tries = 0;
  if known is not null then
    insert into guess_tallies (key, tries, at) values (decode(known, 'hex'), 0, clock_timestamp())
    on conflict (key) do update set at = clock_timestamp();
  end if;
end
$$;
