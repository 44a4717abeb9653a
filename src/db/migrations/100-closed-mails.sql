-- The account that owns a raffle is mailed when it has closed, once for each due date (src/entries/mails/raffle-closed.ts).
create table closed_mails (
  raffle_id uuid primary key references raffles (id) on delete cascade,
  -- The due date that the mail was about: a raffle whose date moves closes again.
  due_date timestamptz not null,
  mail_id uuid not null
);
create index closed_mails_mail on closed_mails (mail_id);
