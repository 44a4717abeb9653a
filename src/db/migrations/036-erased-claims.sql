-- What winners filled in goes with their entry, and with the prize that they hold no more.

-- A rule of the database: entries are deleted by entrants, by organisers and at the end of retention, and src/entries knows
-- nothing of claims. Where the prize was handed over, notices and the winner's record stay for the winners report.
create function erase_claims_of_entries() returns trigger language plpgsql as $$
begin
  delete from claim_files using claims, erased
    where claims.raffle_id = erased.raffle_id and claims.entry_id = erased.id
      and claim_files.raffle_id = claims.raffle_id and claim_files.claim_id = claims.id;
  delete from winner_words using claims, erased
    where claims.raffle_id = erased.raffle_id and claims.entry_id = erased.id
      and winner_words.raffle_id = claims.raffle_id and winner_words.claim_id = claims.id;
  update claim_notices set reached = '', answer = '' from claims, erased
    where claims.raffle_id = erased.raffle_id and claims.entry_id = erased.id and handed_over_at is null
      and claim_notices.raffle_id = claims.raffle_id and claim_notices.claim_id = claims.id;
  update claims set answers = null,
      declined_for = case when declined_for is not null then '–' end,
      turned_down_for = case when turned_down_for is not null then '–' end
    from erased where claims.raffle_id = erased.raffle_id and claims.entry_id = erased.id;
  return null;
end
$$;

create trigger entries_erase_claims after delete on entries referencing old table as erased
  for each statement execute function erase_claims_of_entries();

create function erase_claim_that_went() returns trigger language plpgsql as $$
begin
  delete from claim_files where raffle_id = new.raffle_id and claim_id = new.id;
  delete from winner_words where raffle_id = new.raffle_id and claim_id = new.id;
  new.answers := null;
  return new;
end
$$;

create trigger claims_erase_when_gone before update of gone_at on claims for each row
  when (old.gone_at is null and new.gone_at is not null) execute function erase_claim_that_went();
