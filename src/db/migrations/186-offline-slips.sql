-- Slips of paper that a phone took without a network and sent later (docs/decisions/0084-slips-without-a-network.md).
-- A row for each, so that one that is sent twice counts once.
create table offline_slips (
  raffle_id uuid not null references raffles (id) on delete cascade,
  -- Drawn by the phone.
  id uuid not null,
  -- What the phone called it: whoever typed it wrote this number on the paper.
  number integer not null constraint offline_slips_number_range check (number between 1 and 1000000),
  -- By the phone's clock.
  typed_at timestamptz not null,
  received_at timestamptz not null,
  sent_by text not null,
  -- `accepted`, or the reason of its refusal.
  outcome text not null,
  -- What was typed, as the phone sealed it: of a refused slip that nobody settled yet.
  sealed bytea,
  -- When staff corrected or dismissed a refused slip.
  settled_at timestamptz,
  primary key (raffle_id, id),
  constraint offline_slips_settled check (settled_at is null or (outcome <> 'accepted' and sealed is null))
);

create index offline_slips_refused on offline_slips (raffle_id, received_at) where outcome <> 'accepted' and settled_at is null;
