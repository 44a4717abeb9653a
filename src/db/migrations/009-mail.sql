-- The language of the page on which somebody entered: their mail is written in it.
-- In steps: PostgreSQL 15.20 adds no column with a default to a table whose rows a function (entry_words) looks into. What
-- lists search and count has no language: nothing is to be noted for them.
alter table entries add column language text;
alter table entries disable trigger entries_note_update;
update entries set language = 'en';
alter table entries enable trigger entries_note_update;
alter table entries alter column language set default 'en', alter column language set not null;
alter table entries add constraint entries_language_known check (language in ('de', 'en', 'fil'));

-- Entries whose receipts are still to be queued: one row for each raffle and statement, written with the entries, so that
-- accepting them stays quick. No reference: an entry that has gone since gets none.
create table receipt_requests (
  raffle_id uuid not null,
  id uuid not null default gen_random_uuid(),
  entry_ids uuid[] not null,
  made_at timestamptz not null default clock_timestamp(),
  primary key (raffle_id, id)
);

-- The outbox. It says of whom a mail is, and holds neither an address nor a text: both are taken from the entry or the
-- account when the mail is sent, so that what is erased is not kept here.
create table mails (
  id uuid primary key,
  kind text not null constraint mails_kind_form check (kind ~ '^[a-z]+(-[a-z]+)*$' and char_length(kind) <= 40),
  raffle_id uuid,
  entry_id uuid,
  user_id text references users (id) on delete cascade,
  language text not null constraint mails_language_known check (language in ('de', 'en', 'fil')),
  state text not null default 'waiting' constraint mails_state_known
    check (state in ('waiting', 'held', 'sent', 'failed', 'unclear', 'dropped')),
  created_at timestamptz not null default now(),
  -- When a job was made to send it; without one it waits for that.
  queued_at timestamptz,
  -- Also tells the tries apart: only the latest may hand the mail over.
  attempts integer not null default 0,
  last_error text not null default '' constraint mails_last_error_length check (char_length(last_error) <= 200),
  -- Set just before a mail server is given the end of the mail: from then on nobody but it knows whether it took it.
  handed_over_at timestamptz,
  sent_at timestamptz,
  constraint mails_concern_somebody check (user_id is not null or (raffle_id is not null and entry_id is not null))
);

create index mails_without_job on mails (created_at, id) where state = 'waiting' and queued_at is null;
create index mails_state on mails (state, id);
create index mails_created_at on mails (created_at);
create index mails_user on mails (user_id) where user_id is not null;
