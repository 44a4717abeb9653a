-- The sitemap names the shops of its raffles too. With their names in its index it reads no raffle: of ten thousand, its
-- last part read all.
drop index raffles_published_ids;
create index raffles_published_ids on raffles (id) include (code_id, shop_name) where status = 'Published';
