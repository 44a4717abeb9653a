-- The codes and identifiers of raffles and events that are gone. Posters, QR codes and messages go on naming them: whoever
-- could have them again would be visited by the people of somebody else.
create table retired_codes (
  code text primary key constraint retired_codes_form check (code ~ '^[A-Z0-9-]{1,40}$'),
  retired_at timestamptz not null default now()
);

-- Whoever deletes one, for whatever reason, retires its codes in the same transaction.
create function retire_codes() returns trigger language plpgsql as $$
begin
  if tg_table_name = 'raffles' then
    insert into retired_codes (code) select code_id from gone on conflict do nothing;
  else
    insert into retired_codes (code)
      select code from gone union select raffle_identifier from gone where raffle_identifier <> ''
      on conflict do nothing;
  end if;
  return null;
end
$$;

create trigger raffles_retire_codes after delete on raffles referencing old table as gone
  for each statement execute function retire_codes();
create trigger events_retire_codes after delete on events referencing old table as gone
  for each statement execute function retire_codes();

-- Of the raffles that were deleted before, the log has the codes.
insert into retired_codes (code, retired_at)
  select subject, min(at) from audit_log
  where action = 'delete-raffle' and subject ~ '^[A-Z0-9]{8}$' and not exists (select from raffles where code_id = subject)
  group by subject;

-- An event that took one over leads its visitors no longer; its own code and links stay.
update events set raffle_identifier = '', version = version + 1, updated_at = now()
  where raffle_identifier in (select code from retired_codes);

-- The last line of defence: who gives out a code looks for it first (src/db/used-codes.ts).
create function refuse_retired_codes() returns trigger language plpgsql as $$
declare
  asked text[];
begin
  if tg_table_name = 'raffles' then asked := array[new.code_id];
  else asked := array[new.code, new.raffle_identifier]; end if;
  if exists (select from retired_codes where code = any (asked)) then
    raise exception 'A code of something that was deleted is never given again.'
      using errcode = 'unique_violation', constraint = 'retired_codes_pkey', table = tg_table_name;
  end if;
  return new;
end
$$;

create trigger raffles_refuse_retired before insert or update of code_id on raffles
  for each row execute function refuse_retired_codes();
create trigger events_refuse_retired before insert or update of code, raffle_identifier on events
  for each row execute function refuse_retired_codes();

-- An admin may switch an event off: its pages then say that there is none.
alter table events add column switched_off_at timestamptz;
