-- Asked for every few seconds: raffles that are locked and not drawn, of which there are few.
create index raffles_undrawn on raffles (id) where locked_at is not null and drawn_at is null;
