-- The page of past draws: published raffles whose draw date has passed, the latest first.
create index raffles_draw_date on raffles (draw_date, id) where status = 'Published';
