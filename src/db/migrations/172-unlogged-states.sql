-- An entry may change or go before the log has it as it was. Somebody may have a receipt of it by then, so that the
-- queue holds what the log still has to say of it, until it is written.
alter table log_queue add column was jsonb;
create index log_queue_was on log_queue (raffle_id) where was is not null;

-- Who removed the entry with this seal, where the log says that it is gone.
alter table log_seals add column removed_by text
  constraint log_seals_removed_by_known check (removed_by in ('entrant', 'other'));

create function note_entry_states() returns trigger language plpgsql as $$
begin
  if tg_op = 'UPDATE' then
    insert into log_queue (raffle_id, entry_ids, was, changed_by, reason)
    select before.raffle_id, array[before.id],
      jsonb_build_object('entryCode', before.entry_code, 'emailKey', before.email_key, 'doneRules', before.done_rules,
        'wishes', before.wishes, 'isTyped', before.network_hash is null),
      nullif(current_setting('tambiolo.changed_by', true), ''), nullif(current_setting('tambiolo.reason', true), '')
    from before join changed on changed.raffle_id = before.raffle_id and changed.id = before.id
    where before.email_key is distinct from changed.email_key or before.entry_code <> changed.entry_code;
  else
    insert into log_queue (raffle_id, entry_ids, was, changed_by, reason)
    select before.raffle_id, array[before.id],
      jsonb_build_object('entryCode', before.entry_code, 'emailKey', before.email_key, 'doneRules', before.done_rules,
        'wishes', before.wishes, 'isTyped', before.network_hash is null),
      nullif(current_setting('tambiolo.changed_by', true), ''), nullif(current_setting('tambiolo.reason', true), '')
    from before
    where not exists (
      select from log_seals where log_seals.raffle_id = before.raffle_id and entry_id = before.id and is_current
    ) or exists (
      select from log_queue as queued
      where queued.raffle_id = before.raffle_id and queued.was is not null and before.id = any (queued.entry_ids)
    );
  end if;
  return null;
end
$$;

-- Triggers of a statement run by their names: what was comes into the queue before what changed it.
create trigger entries_note_before_update after update on entries referencing old table as before new table as changed
  for each statement execute function note_entry_states();
create trigger entries_note_before_delete after delete on entries referencing old table as before
  for each statement execute function note_entry_states();
