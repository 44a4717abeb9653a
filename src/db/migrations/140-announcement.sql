-- When the winners of a raffle are announced: at once, or with its show, a day after the draw at the latest.
alter table raffles
  add column announce text not null default 'at-once' constraint raffles_announce_known check (announce in ('at-once', 'with-show'));

-- When they were announced: from then on their claims exist, and mails go out. A site of before announces each draw at
-- once and does not name the column, so that its draws get the default.
alter table draw_results add column announced_at timestamptz default now();
update draw_results set announced_at = drawn_at from raffles where raffles.id = raffle_id and drawn_at is not null;

-- Looked for every few seconds: results that wait for their show, of which there are few.
create index draw_results_unannounced on draw_results (raffle_id) where announced_at is null;
