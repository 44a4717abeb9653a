-- Ends the addresses of an account's shop pages: nobody chooses it, and no two accounts have the same. It follows from
-- the id alone, so that every copy of a table that all workers have says the same.
alter table users add column shop_code text generated always as (substr(md5(id), 1, 10)) stored;
create unique index users_shop_code on users (shop_code);

-- A winner's consent names the pages that show the words. Before, it named the raffle's page alone.
alter table winner_words add column on_shop_page boolean not null default false;
