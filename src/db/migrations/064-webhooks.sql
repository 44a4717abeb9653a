-- Where an organiser wants to be told of what happens (src/webhooks). The secret is no column: it follows from the site's
-- secret and a seed.
create table webhook_endpoints (
  raffle_id uuid not null references raffles (id) on delete cascade,
  id uuid not null,
  url text not null constraint webhook_endpoints_url_length check (char_length(url) between 1 and 500),
  kinds text[] not null constraint webhook_endpoints_kinds_some check (cardinality(kinds) > 0),
  -- Whether entries are sent with names and contacts.
  with_people boolean not null,
  -- Of whoever made it: an account has no language of its own.
  language text not null constraint webhook_endpoints_language_known check (language in ('de', 'en', 'fil')),
  created_at timestamptz not null default now(),
  secret_seed uuid not null default gen_random_uuid(),
  -- The seed before it, which signs too until then.
  former_seed uuid,
  former_until timestamptz,
  -- The due date of which it was told that it has passed.
  told_due_date timestamptz,
  -- Failures since the last success.
  failures integer not null default 0 constraint webhook_endpoints_failures_counted check (failures >= 0),
  failing_since timestamptz,
  paused_until timestamptz,
  -- A job works on its deliveries. If the job is lost, another may after this moment.
  turn_until timestamptz,
  off_at timestamptz,
  -- The mail that says so.
  off_mail_id uuid,
  primary key (raffle_id, id),
  constraint webhook_endpoints_former_whole check ((former_seed is null) = (former_until is null))
);
create index webhook_endpoints_on on webhook_endpoints (raffle_id) where off_at is null;
create index webhook_endpoints_off_mail on webhook_endpoints (off_mail_id) where off_mail_id is not null;

-- What is or was to be sent to one endpoint. It holds ids alone: what is sent is read when it is sent, so that nothing
-- outlives the erasure of an entry. It does not refer to its endpoint: a claim must not fail because one is removed.
create table webhook_deliveries (
  raffle_id uuid not null references raffles (id) on delete cascade,
  id uuid not null default gen_random_uuid(),
  endpoint_id uuid not null,
  kind text not null,
  -- Entries or a claim; empty for the raffle itself.
  subject_ids uuid[] not null,
  made_at timestamptz not null default clock_timestamp(),
  state text not null default 'waiting'
    constraint webhook_deliveries_state_known check (state in ('waiting', 'delivered', 'failed', 'dropped')),
  attempts integer not null default 0,
  next_at timestamptz not null default clock_timestamp(),
  give_up_at timestamptz not null default clock_timestamp() + interval '1 day',
  tried_at timestamptz,
  -- The status that the receiver answered, or the site's word for why there was none.
  answer text constraint webhook_deliveries_answer_length check (char_length(answer) <= 40),
  primary key (raffle_id, id)
);
create index webhook_deliveries_due on webhook_deliveries (raffle_id, endpoint_id, next_at) where state = 'waiting';
create index webhook_deliveries_log on webhook_deliveries (raffle_id, endpoint_id, made_at desc, id);
create index webhook_deliveries_age on webhook_deliveries (made_at);
