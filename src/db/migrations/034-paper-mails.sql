-- How many people with an address that an organiser typed for them a mailing has come to (src/draws/mails/fan-out.ts).
alter table draw_mailings add column from_paper integer not null default 0;
