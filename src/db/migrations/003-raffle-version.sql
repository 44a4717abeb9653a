-- Counted up by each edit: an organiser who saves a form that was opened before another's edit is told, and overwrites
-- nothing.
alter table raffles add column version integer not null default 1 constraint raffles_version_positive check (version >= 1);

-- Checked at the end of an edit's statement, or of the edit: two prizes may swap their codes.
alter table prizes drop constraint prizes_prize_code_unique;
alter table prizes add constraint prizes_prize_code_unique unique (raffle_id, prize_code) deferrable initially immediate;
