-- What entrants are mailed about a draw. A mailing is written with what it reports, and then fills the outbox.
create table draw_mailings (
  raffle_id uuid not null references raffles (id) on delete cascade,
  id uuid not null,
  kind text not null constraint draw_mailings_kind_known check (kind in ('list-locked', 'plan-changed')),
  -- Changes of a plan are collected for some hours: people get one mail of all of them.
  state text not null constraint draw_mailings_state_known check (state in ('collecting', 'filling', 'filled')),
  begun_at timestamptz not null,
  -- Of a plan: how it was before the first of the changes and after the last, and when that was.
  before text,
  after text,
  changed_at timestamptz,
  -- How far the outbox is filled.
  reached_entry_id uuid,
  queued integer not null default 0,
  primary key (raffle_id, id),
  constraint draw_mailings_change check (
    num_nonnulls(before, after, changed_at) = case kind when 'plan-changed' then 3 else 0 end
  )
);

-- One mail says that a list is locked, as there is one lock.
create unique index draw_mailings_lock on draw_mailings (raffle_id) where kind = 'list-locked';
create unique index draw_mailings_collecting on draw_mailings (raffle_id) where state = 'collecting';
create index draw_mailings_unfilled on draw_mailings (begun_at) where state <> 'filled';

alter table mails add column mailing_id uuid;
create index mails_mailing_state on mails (state, attempts) where mailing_id is not null;
