-- Who cosigns this site's log, and whose logs this site cosigns (docs/decisions/0070-witnesses.md).
create table log_witnesses (
  url text primary key,
  -- Keys as they were at the first contact (c2sp.org/signed-note); another one later is refused.
  witness_key text not null,
  -- Of a site whose log is cosigned in return.
  log_key text,
  -- The size that it cosigned last.
  size bigint not null default 0,
  asked_at timestamptz,
  -- Why it did not cosign at the last try; null where it did.
  failure text
);

-- Checkpoints with a cosignature each: the newest of each witness, and the first after each lock.
create table log_cosignatures (
  size bigint not null,
  witness text not null,
  checkpoint text not null,
  line text not null,
  at timestamptz not null,
  is_of_lock boolean not null,
  primary key (size, witness)
);

-- Where the leaves of locks, draws and replacements stand.
create table log_draws (
  raffle_id uuid not null,
  index bigint not null,
  kind text not null,
  primary key (raffle_id, index)
);
create index log_draws_index on log_draws (index);

-- The newest checkpoint of each log that this site cosigned, with all signatures.
create table witnessed_logs (
  origin text primary key,
  size bigint not null,
  checkpoint text not null,
  at timestamptz not null
);
