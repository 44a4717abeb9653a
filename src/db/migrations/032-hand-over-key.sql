-- What the request held that handed a prize over: the same request, sent again because its answer was lost, is told
-- that it did so.
alter table claims add column handed_over_key uuid;
