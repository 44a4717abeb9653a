-- When an entry was taken out of play: its entrant reads the day. Of entries that were out before, nobody knows it here.
alter table entries add column disqualified_at timestamptz;
