-- Photos that prove a rule (docs/decisions/0085-photos-that-prove.md): sealed, decided on by the shop, erased with the entry.
create table proof_photos (
  raffle_id uuid not null,
  id uuid not null,
  entry_id uuid not null,
  rule_id uuid not null,
  -- WebP, made anew from what was uploaded, sealed under the site's secret.
  content bytea not null,
  -- The keyed hash of the picture's bytes, and what it looks like, coarsely: they say what may be the same picture.
  mark bytea not null,
  looks bit(256) not null,
  -- The receipt's number as it was typed, sealed, and its keyed hash; null where none was typed.
  number bytea,
  number_mark bytea,
  uploaded_at timestamptz not null,
  state text not null default 'waiting' constraint proof_photos_state_known check (state in ('waiting', 'accepted', 'refused')),
  decided_at timestamptz,
  primary key (raffle_id, id),
  constraint proof_photos_entry foreign key (raffle_id, entry_id) references entries (raffle_id, id) on delete cascade,
  constraint proof_photos_decided_whole check ((state = 'waiting') = (decided_at is null)),
  constraint proof_photos_number_whole check ((number is null) = (number_mark is null))
);

create unique index proof_photos_waiting_once on proof_photos (raffle_id, entry_id, rule_id) where state = 'waiting';

create index proof_photos_of_entry on proof_photos (raffle_id, entry_id);

create index proof_photos_waiting on proof_photos (raffle_id, id) where state = 'waiting';

-- The photos of a deleted entry, for the minute in which the deletion can be undone.
alter table deleted_entries add column proof_photos jsonb;

alter table raffle_helpers
  drop constraint raffle_helpers_deeds_known,
  add constraint raffle_helpers_deeds_known check (
    cardinality(deeds) > 0
      and deeds <@ array['validate-vouchers', 'look-up-entries', 'add-entries', 'show-codes', 'check-photos']
  );
