-- The good lines of a file can be added while others are wrong. Those wait as a file of their own.
alter table entry_imports
  add column lines_left integer not null default 0 constraint entry_imports_lines_left_range check (lines_left >= 0),
  -- The file of the lines that were left. It may be gone, as all that wait.
  add column left_id uuid;

-- A stored check now counts the good lines: those of before are made again.
update entry_imports set preview = null, preview_version = null;
