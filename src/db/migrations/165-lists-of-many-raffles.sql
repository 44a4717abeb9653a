-- What is asked of all raffles reads those that it is about. With ten thousand raffles these read some hundred blocks, and
-- erasure all of them for each of its batches.

-- Drawn raffles by their date, for the feed of draws.
create index raffles_drawn on raffles (draw_date, id) where status = 'Published' and drawn_at is not null;

-- The published ones by id with their codes, for the sitemap: counted and skipped by the index alone.
create index raffles_published_ids on raffles (id) include (code_id) where status = 'Published';

-- Raffles whose erasure has begun.
create index raffles_erasing on raffles (id) where entries_erasing_since is not null;

-- Raffles whose entries are to be erased, by the end of their time. An interval since a date, because to add an interval
-- to a time depends on the session's zone, which no index may.
create index raffles_to_erase
  on raffles ((draw_date - timestamptz '2000-01-01 00:00:00+00' + retention_days * interval '24 hours'))
  where entries_erased_at is null or entries_erased_at - draw_date < retention_days * interval '24 hours';
