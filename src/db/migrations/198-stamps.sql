-- Stamps at a counter (docs/decisions/0083-stamps.md): stations whose screens show a code that changes.

-- How many of its stations earn a rule that is proved by stamps, once; 0 where each stamp earns its drops.
alter table rules
  add column needs integer not null default 0 constraint rules_needs_range check (needs between 0 and 60);

create table stations (
  raffle_id uuid not null references raffles (id) on delete cascade,
  id uuid not null,
  rule_id uuid not null,
  -- As addresses name it. No number of a raffle is given twice.
  number integer not null constraint stations_number_range check (number between 1 and 999),
  name text not null constraint stations_name_length check (char_length(name) between 1 and 60),
  place text not null default '' constraint stations_place_length check (char_length(place) <= 100),
  -- What its codes are made of, sealed under the site's secret.
  sealed_key bytea not null,
  made_at timestamptz not null,
  -- From then on its codes count no more. Its stamps stay.
  ended_at timestamptz,
  primary key (raffle_id, id),
  constraint stations_number_once unique (raffle_id, number)
);

-- Who shows a station's codes: each screen has keys of its own, so that a stamp names whose screen it came from.
create table station_screens (
  raffle_id uuid not null,
  id uuid not null,
  station_id uuid not null,
  -- The helper's link; null for who organises the raffle.
  helper_id uuid,
  -- The actor, as the audit log names it.
  shown_by text not null,
  opened_at timestamptz not null,
  primary key (raffle_id, id),
  constraint station_screens_once unique nulls not distinct (raffle_id, station_id, helper_id, shown_by),
  constraint station_screens_station
    foreign key (raffle_id, station_id) references stations (raffle_id, id) on delete cascade
);

-- The one station of which a helper shows the codes; null for all. It refers to nothing: the station may be gone.
alter table raffle_helpers
  add column station_id uuid,
  drop constraint raffle_helpers_deeds_known,
  add constraint raffle_helpers_deeds_known check (
    cardinality(deeds) > 0 and deeds <@ array['validate-vouchers', 'look-up-entries', 'add-entries', 'show-codes']
  );

-- Of a stamp: where it is from, which scan it is of, and the network that sent it, hashed as an entry's is.
alter table earned_drops
  add column station_id uuid,
  add column scan_id uuid,
  add column network_hash bytea;

create unique index earned_drops_scan_once on earned_drops (raffle_id, scan_id);

create index earned_drops_of_station on earned_drops (raffle_id, station_id, at) where station_id is not null;
