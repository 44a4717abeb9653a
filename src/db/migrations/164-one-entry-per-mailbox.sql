-- One entry for each mailbox, where a raffle says so (162). In a migration of its own, so that pages are read while the index
-- is built over all entries, and only entries wait.
create unique index entries_mailbox_unique on entries (raffle_id, mailbox) where mailbox is not null;
