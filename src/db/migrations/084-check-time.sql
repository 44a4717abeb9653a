-- Minutes after the due date in which the organiser checks entries before the list locks by itself. None for raffles
-- that exist: their plans are published.
alter table raffles add column check_minutes integer not null default 0
  constraint raffles_check_minutes_range check (check_minutes between 0 and 10080);
