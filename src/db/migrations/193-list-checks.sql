-- What organisers decide on entries that may be of one person, before their list is locked
-- (docs/decisions/0082-a-list-that-was-checked.md).
create table look_alike_decisions (
  raffle_id uuid not null references raffles (id) on delete cascade,
  -- Of both entries the older. They may be gone by now, so nothing refers to them.
  first_id uuid not null,
  second_id uuid not null,
  verdict text not null constraint look_alike_decisions_verdict_known check (verdict in ('same', 'different', 'later')),
  -- Which of both was taken out of play.
  out_id uuid,
  decided_at timestamptz not null,
  decided_by text not null,
  primary key (raffle_id, first_id, second_id),
  constraint look_alike_decisions_order check (first_id < second_id),
  constraint look_alike_decisions_out check ((verdict = 'same') = (out_id is not null))
);

create table list_checks (
  raffle_id uuid primary key references raffles (id) on delete cascade,
  -- When an organiser last decided something, or found that nothing was left.
  checked_at timestamptz not null,
  -- What it had come to when the list was locked; null before.
  entries integer,
  same_groups integer,
  different_groups integer,
  other_groups integer,
  open_groups integer,
  out_as_same integer,
  out_otherwise integer,
  -- Whether all entries that could be alike were compared.
  is_complete boolean
);
