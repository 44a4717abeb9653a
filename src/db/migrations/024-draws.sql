-- How a raffle is drawn: its plan (docs/draw-protocol.md), set with the raffle and public from its first day.
alter table raffles
  add column draw_requires text not null default 'all-rules'
    constraint raffles_draw_requires_known check (draw_requires in ('all-rules', 'any-rule', 'none')),
  add column draw_weight text not null default 'equal'
    constraint raffles_draw_weight_known check (draw_weight in ('equal', 'drops')),
  add column prizes_each text not null default 'one' constraint raffles_prizes_each_known check (prizes_each in ('one', 'several')),
  add column reserves integer not null default 2 constraint raffles_reserves_range check (reserves between 0 and 20),
  add column claim_days integer not null default 60 constraint raffles_claim_days_range check (claim_days between 1 and 365),
  -- How long the published list must be older than the randomness.
  add column lead_minutes integer not null default 60 constraint raffles_lead_minutes_range check (lead_minutes between 10 and 10080),
  -- When the list locks by itself. Null: only when the organiser says so.
  add column lock_at timestamptz,
  add column locked_at timestamptz,
  add column drawn_at timestamptz;

-- Raffles whose draw date has passed were drawn otherwise: they must not draw themselves now.
update raffles set lock_at = greatest(due_date, draw_date - interval '60 minutes') where draw_date > now();
create index raffles_lock_at on raffles (lock_at) where locked_at is null and lock_at is not null;

alter table prizes
  add column pool text not null default 'wished' constraint prizes_pool_known check (pool in ('wished', 'everyone'));
-- Winners follow from the bytes of prize codes. What looks the same has to be the same.
update prizes set prize_code = normalize(prize_code, nfc) where prize_code is not nfc normalized
  and not exists (
    select from prizes as other where other.raffle_id = prizes.raffle_id and other.id <> prizes.id
      and normalize(other.prize_code, nfc) = normalize(prizes.prize_code, nfc)
  );

-- Why an entry is not in play although it is valid; its entrant reads this.
alter table entries
  add column disqualified_for text constraint entries_disqualified_for_length check (char_length(disqualified_for) between 1 and 200);

-- Changes of a plan after the first entry, for everybody to see.
create table plan_changes (
  raffle_id uuid not null references raffles (id) on delete cascade,
  id uuid not null,
  at timestamptz not null,
  before json not null,
  after json not null,
  primary key (raffle_id, id)
);

-- A raffle has one lock for ever. Nothing here is updated or deleted, and a locked raffle cannot be deleted.
create table draw_locks (
  raffle_id uuid primary key references raffles (id) on delete restrict,
  -- Canonical JSON, as it was signed.
  lock text not null,
  lock_hash bytea not null constraint draw_locks_lock_hash_size check (octet_length(lock_hash) = 32),
  signature bytea not null constraint draw_locks_signature_size check (octet_length(signature) = 64),
  site_key bytea not null constraint draw_locks_site_key_size check (octet_length(site_key) = 32),
  tickets integer not null,
  round bigint not null,
  -- When the round's randomness is published.
  round_at timestamptz not null,
  locked_at timestamptz not null
);

create index draw_locks_age on draw_locks (locked_at);

-- The list of tickets, in pieces of as many lines as src/draws/lock/list-parts.ts says.
create table draw_list_parts (
  raffle_id uuid not null references draw_locks (raffle_id) on delete restrict deferrable initially deferred,
  part integer not null,
  -- Lines of the list file. Compressed by PostgreSQL.
  lines bytea not null,
  -- Whose lines these are, in order. The entry may be erased; the id of a row that is gone names nobody.
  entry_ids uuid[] not null,
  -- The root of these lines' part of the tree.
  root bytea not null constraint draw_list_parts_root_size check (octet_length(root) = 32),
  -- The last entry, in the order of tickets.
  last_created_at timestamptz not null,
  last_entry_id uuid not null,
  primary key (raffle_id, part)
);

create table draw_results (
  raffle_id uuid primary key references draw_locks (raffle_id) on delete restrict,
  beacon_signature bytea not null constraint draw_results_beacon_signature_size check (octet_length(beacon_signature) = 48),
  seed bytea not null constraint draw_results_seed_size check (octet_length(seed) = 32),
  -- Canonical JSON.
  results text not null
);
