-- Being right never hides a failure. Three holes are closed here:
--   A failure of a network that was right lately counts for the whole site too. It costs nothing there (free_if_known).
--   Undoing a right try undoes the count of its network (once_by) only if no other try of the network was counted.
--   Undoing a right try no longer moves a window with other tries back to the end of the window before.
-- Sites of the version before ask without free_if_known, and are answered as before.
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
      select a.*, t.tries, t.at, a.forget_after_ms - extract(epoch from clock_timestamp() - t.at) * 1000 as left_ms
      from jsonb_to_recordset(asked) as a (
        key text, cause text, free integer, first_wait_ms float8, longest_wait_ms float8, forget_after_ms float8,
        doubles_after integer, hardest integer, spares boolean, spared boolean, free_if_known boolean)
      join guess_tallies t on t.key = decode(a.key, 'hex')
    ), spares as (
      -- How long until the network is spared again; 0 where it is, null where nobody is.
      select case when exists (select from jsonb_array_elements(asked) as a where (a ->> 'spares')::boolean)
        then coalesce(max(t.left_ms) filter (where t.spares and t.tries >= t.free and t.left_ms > 0), 0) end as ms
      from tallies t
    ), terms as (
      select t.cause,
        case when t.doubles_after is null and t.spares is not true
          then guess_wait_ms(t.tries, t.at, t.free, t.first_wait_ms, t.longest_wait_ms) else 0 end as wait_ms,
        case when t.doubles_after is not null and t.left_ms > 0
          and not (t.spared is true and spares.ms is not null and spares.ms = 0)
          and not (t.free_if_known is true and is_known)
          then puzzle_cost(t.tries, t.free, t.doubles_after, least(t.hardest, most)) else 0 end as cost,
        case when t.spared then least(t.left_ms, spares.ms) else t.left_ms end as left_ms
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
      -- Forgiven, or taken back: it begins anew.
      case when extract(epoch from clock_timestamp() - t.at) * 1000 >= a.forget_after_ms then 0 else t.tries end as tries
    from jsonb_to_recordset(asked) as a (key text, forget_after_ms float8, from_first boolean, once_by text)
    join guess_tallies t on t.key = decode(a.key, 'hex')
  ), after as (
    update guess_tallies t
    set tries = before.tries + 1,
      at = case when before.from_first and before.tries > 0 then before.at else clock_timestamp() end
    from before
    where t.key = before.key
      and not exists (select from before first where first.key = decode(before.once_by, 'hex') and first.tries > 0)
    returning t.key, t.at, t.tries,
      -- A window that has begun goes on for the tries that came after.
      case when before.from_first then t.at else before.at end as at_before
  )
  select jsonb_agg(jsonb_build_object('key', encode(before.key, 'hex'), 'at', after.at, 'at_before', after.at_before,
    'tries', after.tries, 'once_by', before.once_by))
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
  perform take_back_guess((select jsonb_agg(c) from jsonb_array_elements(counted) as c where c ->> 'once_by' is null));
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
