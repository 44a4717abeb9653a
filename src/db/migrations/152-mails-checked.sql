-- 150 let mails in without looking at those that were there, because a look locks the table.
alter table mails validate constraint mails_state_known;
alter table mails validate constraint mails_sealed_waits;

-- Who opened their claim before opening counted is mailed like whoever opens it now.
update entries set self_opened_at = claims.opened_at
from claims
where claims.raffle_id = entries.raffle_id and claims.entry_id = entries.id and claims.opened_at is not null
  and entries.self_opened_at is null and (entries.network_hash is null or entries.retyped_at is not null);
