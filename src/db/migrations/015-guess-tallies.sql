-- How many wrong codes and passwords were tried lately, for all processes of all sites on this database. A key is a hash
-- under the site's secret (src/access/guess-tally.ts): neither an address nor an e-mail can be read from it.
create table guess_tallies (
  key bytea primary key constraint guess_tallies_key_length check (length(key) = 16),
  -- Tries that count, those under way among them.
  tries integer not null constraint guess_tallies_tries_positive check (tries >= 0),
  -- The newest of them, or, for a fixed window, its first.
  at timestamptz not null
);

create index guess_tallies_at on guess_tallies (at);

-- How long nothing more is tried after so many tries: some for free, then a wait that doubles with each, up to a longest.
create function guess_wait_ms(tries integer, at timestamptz, free integer, first_wait_ms float8, longest_wait_ms float8)
returns float8 language sql as $$
  select case when tries <= free then 0 else greatest(0,
    least(longest_wait_ms, first_wait_ms * 2 ^ least(tries - free - 1, 30))
      - extract(epoch from clock_timestamp() - at) * 1000)
  end
$$;

-- Counts a try under all of its keys, or, where one of them has to wait, under none. Returns the milliseconds to wait, or
-- what take_back_guess needs. Called before the try is proved and in a transaction of its own: of those that come at
-- once, from whichever process, no more are proved than of those that come one by one.
create function count_guess(asked jsonb, out wait_ms float8, out counted jsonb) language plpgsql as $$
declare
  one record;
  held guess_tallies;
begin
  -- Nobody waits for the disk here: a crash of the database may forget the tries of its last moment.
  perform set_config('synchronous_commit', 'off', true);

  -- Who has to wait anyway, and goes on trying, writes nothing and locks nobody out.
  select max(guess_wait_ms(t.tries, t.at, a.free, a.first_wait_ms, a.longest_wait_ms)) into wait_ms
  from jsonb_to_recordset(asked) as a (key text, free integer, first_wait_ms float8, longest_wait_ms float8)
  join guess_tallies t on t.key = decode(a.key, 'hex');
  if wait_ms > 0 then return; end if;

  -- In the order of the keys, so that two who share both do not wait for each other for ever.
  wait_ms := 0;
  for one in
    select * from jsonb_to_recordset(asked) as a (key text, free integer, first_wait_ms float8, longest_wait_ms float8)
    order by a.key
  loop
    insert into guess_tallies (key, tries, at) values (decode(one.key, 'hex'), 0, clock_timestamp()) on conflict do nothing;
    select * into held from guess_tallies where key = decode(one.key, 'hex') for update;
    if not found then
      raise exception 'A tally was forgotten at this moment: try again.' using errcode = 'serialization_failure';
    end if;
    wait_ms := greatest(wait_ms, guess_wait_ms(held.tries, held.at, one.free, one.first_wait_ms, one.longest_wait_ms));
  end loop;
  if wait_ms > 0 then return; end if;

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
    returning t.key, t.at, before.at as at_before
  )
  select jsonb_agg(jsonb_build_object('key', encode(key, 'hex'), 'at', at, 'at_before', at_before)) into counted from after;
end
$$;

-- Takes back a try that was no miss. What others have counted in the meantime stands.
create function take_back_guess(counted jsonb) returns void language plpgsql as $$
begin
  perform set_config('synchronous_commit', 'off', true);
  perform from guess_tallies where key in (select decode(c.key, 'hex') from jsonb_to_recordset(counted) as c (key text))
  order by key for update;
  update guess_tallies t
  set tries = greatest(t.tries - 1, 0), at = case when t.at = c.at then c.at_before else t.at end
  from jsonb_to_recordset(counted) as c (key text, at timestamptz, at_before timestamptz)
  where t.key = decode(c.key, 'hex');
end
$$;
