-- How many tickets of a locked list are out, by reason: the page of the draw says it. Null for lists of earlier versions.
alter table draw_locks
  add column out_for_rules integer,
  add column out_disqualified integer;
