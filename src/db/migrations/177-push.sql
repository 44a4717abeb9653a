-- Browsers that a raffle's entrants have messaged when its draw is near and when it is drawn
-- (docs/decisions/0075-push.md).
create table push_subscriptions (
  raffle_id uuid not null,
  id uuid not null,
  entry_id uuid not null,
  -- A keyed hash of the address, so that a browser that subscribes again has one row.
  endpoint_key bytea not null,
  -- The address and the browser's keys, sealed under the site's secret.
  sealed bytea not null,
  language text not null,
  created_at timestamptz not null default now(),
  primary key (raffle_id, id),
  unique (raffle_id, entry_id, endpoint_key),
  foreign key (raffle_id, entry_id) references entries (raffle_id, id) on delete cascade
);

-- Messages that are to be sent to all of a raffle's browsers. A process takes one for a minute by moving due_at.
create table push_notices (
  raffle_id uuid not null,
  kind text not null check (kind in ('soon', 'drawn')),
  due_at timestamptz not null,
  -- The subscription up to which it was sent.
  after_id uuid,
  primary key (raffle_id, kind)
);
create index push_notices_due_at on push_notices (due_at);
