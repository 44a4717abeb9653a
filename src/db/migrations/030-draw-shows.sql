-- How far the show of a draw has come. The result is fixed before it: nothing here is read by the draw.
create table draw_shows (
  raffle_id uuid primary key references draw_results (raffle_id) on delete cascade,
  -- 2k + 1: the drum turns for the prize k of the plan's order; 2k + 2: its winners are shown; one more than the last: over.
  step integer not null constraint draw_shows_step_positive check (step > 0),
  updated_at timestamptz not null
);

-- Whoever watches a raffle's show listens to its changes.
create trigger draw_shows_tell_insert after insert on draw_shows referencing new table as changed
  for each statement execute function tell_raffle_changes();
create trigger draw_shows_tell_update after update on draw_shows referencing new table as changed
  for each statement execute function tell_raffle_changes();
