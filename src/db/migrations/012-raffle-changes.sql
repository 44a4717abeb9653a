-- Every change of a raffle, its prizes or its rules is told to all sites on this database, when it is committed: what
-- they keep of that raffle in memory (src/raffles/raffle-changes.ts) goes at once. Entries tell nothing here.
create function tell_raffle_changes() returns trigger language plpgsql as $$
begin
  if tg_table_name = 'raffles' then
    perform pg_notify('raffle_changes', id || ' ' || code_id) from changed;
  else
    -- Rows that go together with their raffle find none here: the raffle's own going is told.
    perform pg_notify('raffle_changes', id || ' ' || code_id) from raffles where id in (select raffle_id from changed);
  end if;
  return null;
end
$$;

create trigger raffles_tell_insert after insert on raffles referencing new table as changed
  for each statement execute function tell_raffle_changes();
create trigger raffles_tell_update after update on raffles referencing new table as changed
  for each statement execute function tell_raffle_changes();
create trigger raffles_tell_delete after delete on raffles referencing old table as changed
  for each statement execute function tell_raffle_changes();

create trigger prizes_tell_insert after insert on prizes referencing new table as changed
  for each statement execute function tell_raffle_changes();
create trigger prizes_tell_update after update on prizes referencing new table as changed
  for each statement execute function tell_raffle_changes();
create trigger prizes_tell_delete after delete on prizes referencing old table as changed
  for each statement execute function tell_raffle_changes();

create trigger rules_tell_insert after insert on rules referencing new table as changed
  for each statement execute function tell_raffle_changes();
create trigger rules_tell_update after update on rules referencing new table as changed
  for each statement execute function tell_raffle_changes();
create trigger rules_tell_delete after delete on rules referencing old table as changed
  for each statement execute function tell_raffle_changes();

-- Which due date comes next: until then, what is kept of raffles stays true.
create index raffles_due on raffles (due_date);
