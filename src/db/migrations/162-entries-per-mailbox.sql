-- How many entries a mailbox may have in a raffle (src/contact/mailbox.ts says which addresses are one mailbox).
alter table raffles
  add column entries_per_mailbox text not null default 'any'
    constraint raffles_entries_per_mailbox_known check (entries_per_mailbox in ('any', 'one'));

-- The mailbox, of entries of raffles where each has one. The version before leaves it out, and is not held to it.
alter table entries add column mailbox text;
