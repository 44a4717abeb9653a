-- When an endpoint's address consented (src/webhooks/ask-consent.ts). Endpoints from before it are taken as consented,
-- and so are those that the previous version adds, as it leaves the column out.
alter table webhook_endpoints add column verified_at timestamptz default now();
