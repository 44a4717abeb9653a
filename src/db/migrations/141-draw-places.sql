-- Each ticket's place in the ranking of each prize that it was drawn for, in parts like those of the list
-- (draw_list_parts). Of draws that were too large, or made before, there are none.
create table draw_places (
  raffle_id uuid not null references draw_results (raffle_id) on delete restrict,
  part integer not null,
  -- JSON: for each ticket of the part, in order, pairs of a prize's place in the plan, from 0, and the ticket's, from 1.
  places text not null,
  primary key (raffle_id, part)
);
