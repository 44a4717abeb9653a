-- News: promotional mail to those who ticked, when they entered a raffle, that they want it.
create table news (
  id uuid primary key,
  -- {"en": {"subject": text, "text": text}}, in one language or more.
  texts jsonb not null constraint news_texts_form check (jsonb_typeof(texts) = 'object' and texts <> '{}'),
  -- Who wrote it or, once it is on its way, sent it.
  actor text not null constraint news_actor_length check (char_length(actor) between 1 and 400),
  state text not null default 'draft' constraint news_state_known check (state in ('draft', 'filling', 'filled', 'stopped')),
  created_at timestamptz not null default now(),
  -- When it was sent: whoever enters later does not get it.
  begun_at timestamptz,
  -- How many addresses the admin was told, and how many have a mail in the outbox so far.
  people integer not null default 0 constraint news_people_positive check (people >= 0),
  queued integer not null default 0 constraint news_queued_positive check (queued >= 0),
  -- How far the outbox is filled: entries are walked against the order of their key.
  reached_raffle_id uuid,
  reached_entry_id uuid,
  constraint news_begun check ((state = 'draft') = (begun_at is null))
);

create index news_filling on news (id) where state = 'filling';

-- Which news a mail is of, and a keyed hash of the address that it goes to, so that each gets it once. A test has none.
alter table mails
  add column news_id uuid references news (id) on delete cascade,
  add column address_key bytea
    constraint mails_address_key_size check (octet_length(address_key) = 32)
    constraint mails_address_key_of_news check (address_key is null or news_id is not null);

create unique index mails_news_once on mails (news_id, address_key) where address_key is not null;
create index mails_news_state on mails (news_id, state, attempts) where address_key is not null;

-- Who wants no more news: a keyed hash of the address, so that it outlives the entry without telling whose it is.
create table news_refusals (
  address_key bytea primary key constraint news_refusals_address_key_size check (octet_length(address_key) = 32),
  -- An entry that asks for news after this is a fresh consent.
  refused_at timestamptz not null default clock_timestamp()
);
