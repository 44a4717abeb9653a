-- Who goes has a say (docs/decisions/0073-the-winners-own-consent.md): under tambiolo-draw/2 the winner consents, or it
-- stands in public first.

-- What an organiser says of a winner before the prize goes on. A row stays when it has ended: it was public.
create table replacement_announcements (
  raffle_id uuid not null references draw_results (raffle_id) on delete restrict,
  id uuid not null,
  prize_code text not null,
  from_ticket integer not null,
  reason text not null constraint replacement_announcements_reason_known check (reason in ('withdrew', 'disqualified')),
  note text not null constraint replacement_announcements_note_length check (char_length(note) between 1 and 200),
  -- Whole seconds, as the log's leaf has it.
  at timestamptz not null,
  -- From then on the site itself gives the prize to the next in line.
  due_at timestamptz not null,
  objected_at timestamptz,
  ended_at timestamptz,
  ended_as text constraint replacement_announcements_end_known
    check (ended_as in ('replaced', 'objected', 'taken-back', 'handed-over')),
  primary key (raffle_id, id),
  constraint replacement_announcements_ended_whole check ((ended_at is null) = (ended_as is null))
);
create unique index replacement_announcements_open on replacement_announcements (raffle_id, prize_code, from_ticket)
  where ended_at is null;
-- Looked for every few seconds.
create index replacement_announcements_due on replacement_announcements (due_at) where ended_at is null;
create trigger replacement_announcements_tell_insert after insert on replacement_announcements
  referencing new table as changed for each statement execute function tell_raffle_changes();
create trigger replacement_announcements_tell_update after update on replacement_announcements
  referencing new table as changed for each statement execute function tell_raffle_changes();

-- Of replacements under tambiolo-draw/2; a version before makes none of them.
alter table draw_replacements
  -- Since when it stood in public; null where it did not have to.
  add column announced timestamptz,
  -- What only site and winner can make; null without the winner's consent.
  add column consent bytea,
  -- The hash of the replacement before, or of the lock.
  add column previous bytea,
  add column signature bytea,
  add constraint draw_replacements_signed_whole check ((previous is null) = (signature is null));
