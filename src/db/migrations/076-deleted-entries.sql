-- Entries that an organiser deleted within the last minute, so that a mistake can be undone
-- (src/entries/edit/undo-deletion.ts). They are gone from `entries`: nobody finds, counts or draws them, and their phone
-- and e-mail are free. No reference to raffles: a row is forgotten with what the log says of it, also where its raffle is
-- gone.
create table deleted_entries (
  raffle_id uuid not null,
  entry_id uuid not null,
  deleted_at timestamptz not null,
  -- The whole row, as it is put back.
  entry jsonb not null,
  wanted_reminder boolean not null,
  primary key (raffle_id, entry_id)
);

create index deleted_entries_deleted_at on deleted_entries (deleted_at);
