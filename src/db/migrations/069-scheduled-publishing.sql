-- When an unpublished raffle is published by itself (src/raffles/lifecycle/publish.ts). A published one has no such plan.
alter table raffles
  add column publish_at timestamptz,
  add constraint raffles_publish_at_unpublished check (publish_at is null or status = 'Unpublished');
create index raffles_publish_at on raffles (publish_at) where publish_at is not null;
