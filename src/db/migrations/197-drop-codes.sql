-- Codes on receipts, caps and slips that are worth drops, each once (docs/decisions/0080-codes-that-earn-drops.md).
create table code_batches (
  raffle_id uuid not null references raffles (id) on delete cascade,
  id uuid not null,
  rule_id uuid not null,
  name text not null constraint code_batches_name_length check (char_length(name) between 1 and 100),
  -- `list`: all are made at once, to be printed. `till`: each is made when a till asks for it.
  kind text not null constraint code_batches_kind_known check (kind in ('list', 'till')),
  codes integer not null constraint code_batches_codes_range check (codes between 0 and 1000000),
  -- How many of them are stored: those were handed out.
  stored integer not null default 0,
  -- What the codes are made of, sealed under the site's secret. It goes when the batch is stopped.
  sealed_seed bytea,
  made_at timestamptz not null,
  made_by text not null,
  stopped_at timestamptz,
  stopped_by text,
  primary key (raffle_id, id)
);

create table drop_codes (
  raffle_id uuid not null,
  -- Half of a keyed SHA-256: the database alone has no code.
  code_hash bytea not null,
  batch_id uuid not null,
  -- Whose it became. It stays used when that entry is erased, so it refers to nothing.
  entry_id uuid,
  used_at timestamptz,
  primary key (raffle_id, code_hash),
  constraint drop_codes_batch foreign key (raffle_id, batch_id) references code_batches (raffle_id, id) on delete cascade,
  constraint drop_codes_used check ((entry_id is null) = (used_at is null))
);

create index drop_codes_used_at on drop_codes (raffle_id, batch_id, used_at) where used_at is not null;
