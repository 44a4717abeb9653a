-- Entrants who asked for a mail on the day before their raffle closes (src/entries/closing-reminders.ts).
-- A row goes when its mail is written, and with its entry.
create table closing_reminders (
  raffle_id uuid not null,
  entry_id uuid not null,
  primary key (raffle_id, entry_id),
  foreign key (raffle_id, entry_id) references entries (raffle_id, id) on delete cascade
);
