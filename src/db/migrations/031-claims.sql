-- What follows a draw: who holds which prize, how they were told, what they answered, and what was handed over.

-- One who goes, one who comes, why and when (docs/draw-protocol.md, 6). Rows are only ever added.
create table draw_replacements (
  raffle_id uuid not null references draw_results (raffle_id) on delete restrict,
  number integer not null constraint draw_replacements_number_positive check (number > 0),
  prize_code text not null,
  from_ticket integer not null,
  -- Null: nobody is left.
  to_ticket integer,
  reason text not null constraint draw_replacements_reason_known check (reason in ('unclaimed', 'withdrew', 'disqualified')),
  note text not null constraint draw_replacements_note_length check (char_length(note) <= 200),
  -- Whole seconds, as the transcript has it.
  at timestamptz not null,
  primary key (raffle_id, number)
);
create trigger draw_replacements_tell_insert after insert on draw_replacements referencing new table as changed
  for each statement execute function tell_raffle_changes();

-- A prize that a ticket holds or held. Its row lock decides between claim, hand-over and replacement.
create table claims (
  raffle_id uuid not null references draw_results (raffle_id) on delete restrict,
  id uuid not null,
  prize_code text not null,
  ticket integer not null,
  -- The id of an entry that is erased names nobody.
  entry_id uuid not null,
  -- The time of the lock's round, or of the replacement by which the ticket came.
  held_since timestamptz not null,
  claim_by timestamptz not null,
  reminders integer not null default 0,
  opened_at timestamptz,
  claimed_at timestamptz,
  -- What the winner filled in: JSON, sealed under the site's secret.
  answers bytea constraint claims_answers_size check (octet_length(answers) <= 20000),
  -- The winner does not want the prize.
  declined_at timestamptz,
  declined_for text constraint claims_declined_for_length check (char_length(declined_for) between 1 and 200),
  -- The organiser did not take the last claim; the winner reads why.
  turned_down_at timestamptz,
  turned_down_for text constraint claims_turned_down_for_length check (char_length(turned_down_for) between 1 and 200),
  voucher_code text constraint claims_voucher_code_format check (voucher_code ~ '^[A-Z0-9]{10}$'),
  handed_over_at timestamptz,
  handed_over_by text,
  -- What the winners report needs. Written when the prize is handed over, kept as long as the law wants it.
  winner_name text,
  winner_address text,
  winner_contact text,
  tax text constraint claims_tax_length check (char_length(tax) <= 60),
  -- Replaced: the ticket holds the prize no more.
  gone_at timestamptz,
  primary key (raffle_id, id),
  constraint claims_holder unique (raffle_id, prize_code, ticket),
  constraint claims_voucher unique (raffle_id, voucher_code),
  constraint claims_claimed_whole check ((claimed_at is null) = (voucher_code is null)),
  constraint claims_handed_over_claimed check (handed_over_at is null or claimed_at is not null and handed_over_by is not null),
  constraint claims_gone_with_prize check (gone_at is null or handed_over_at is null)
);
create index claims_voucher_code on claims (voucher_code) where voucher_code is not null;
create index claims_entry on claims (raffle_id, entry_id);
create index claims_open on claims (claim_by) where claimed_at is null and declined_at is null and gone_at is null;

-- How winners were told: mails, calls, texts and letters, with what proves it.
create table claim_notices (
  raffle_id uuid not null,
  claim_id uuid not null,
  id uuid not null,
  at timestamptz not null,
  way text not null constraint claim_notices_way_known check (way in ('mail', 'call', 'text', 'letter', 'visit')),
  -- The address, number or person that was reached.
  reached text not null constraint claim_notices_reached_length check (char_length(reached) <= 300),
  -- The mail server's answer, the letter's number, or what was said.
  answer text not null constraint claim_notices_answer_length check (char_length(answer) <= 500),
  actor text not null,
  primary key (raffle_id, claim_id, id),
  foreign key (raffle_id, claim_id) references claims (raffle_id, id) on delete cascade
);

-- The picture of a winner's ID, sealed under the site's secret. It goes with the claim's end.
create table claim_files (
  raffle_id uuid not null,
  claim_id uuid not null,
  content bytea not null,
  uploaded_at timestamptz not null,
  primary key (raffle_id, claim_id),
  foreign key (raffle_id, claim_id) references claims (raffle_id, id) on delete cascade
);

-- What an organiser asks of winners, and says to everybody after the draw. It may change after the lock.
create table claim_settings (
  raffle_id uuid primary key references raffles (id) on delete cascade,
  ways text not null default 'both' constraint claim_settings_ways_known check (ways in ('pick-up', 'delivery', 'both')),
  -- Where and when prizes can be picked up.
  pick_up text not null default '' constraint claim_settings_pick_up_length check (char_length(pick_up) <= 500),
  -- A question of the organiser's own; empty for none.
  question text not null default '' constraint claim_settings_question_length check (char_length(question) <= 200),
  needs_id boolean not null default false,
  -- The shop's thanks, on the public pages.
  thanks text not null default '' constraint claim_settings_thanks_length check (char_length(thanks) <= 500)
);
create trigger claim_settings_tell_insert after insert on claim_settings referencing new table as changed
  for each statement execute function tell_raffle_changes();
create trigger claim_settings_tell_update after update on claim_settings referencing new table as changed
  for each statement execute function tell_raffle_changes();

-- What a winner agreed to have shown: a sentence, a picture, or both. Shown once the organiser has looked at it.
create table winner_words (
  raffle_id uuid not null,
  claim_id uuid not null,
  sentence text not null constraint winner_words_sentence_length check (char_length(sentence) <= 280),
  -- WebP, made anew from what was uploaded.
  photo bytea,
  agreed_at timestamptz not null,
  shown boolean not null default false,
  primary key (raffle_id, claim_id),
  foreign key (raffle_id, claim_id) references claims (raffle_id, id) on delete cascade
);
create trigger winner_words_tell_insert after insert on winner_words referencing new table as changed
  for each statement execute function tell_raffle_changes();
create trigger winner_words_tell_update after update on winner_words referencing new table as changed
  for each statement execute function tell_raffle_changes();
create trigger winner_words_tell_delete after delete on winner_words referencing old table as changed
  for each statement execute function tell_raffle_changes();

-- A shop's staff: whoever has the link may do these deeds for one raffle, without its access code.
create table raffle_helpers (
  raffle_id uuid not null references raffles (id) on delete cascade,
  id uuid not null,
  name text not null constraint raffle_helpers_name_length check (char_length(name) between 1 and 60),
  deeds text[] not null constraint raffle_helpers_deeds_known
    check (cardinality(deeds) > 0 and deeds <@ array['validate-vouchers', 'look-up-entries', 'add-entries']),
  -- SHA-256 of what the link holds.
  token_hash bytea not null constraint raffle_helpers_token_hash_size check (octet_length(token_hash) = 32),
  created_at timestamptz not null,
  last_used_at timestamptz,
  revoked_at timestamptz,
  primary key (raffle_id, id)
);

alter table draw_mailings drop constraint draw_mailings_kind_known;
alter table draw_mailings add constraint draw_mailings_kind_known check (kind in ('list-locked', 'plan-changed', 'drawn'));
create unique index draw_mailings_drawn on draw_mailings (raffle_id) where kind = 'drawn';
-- The claim that a mail is about.
alter table mails add column claim_id uuid;
create index mails_claim on mails (raffle_id, claim_id) where claim_id is not null;
