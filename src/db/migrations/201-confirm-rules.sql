-- A helper's link may let its holder confirm, or refuse, what entrants ticked of rules that the shop checks.
alter table raffle_helpers
  drop constraint raffle_helpers_deeds_known,
  add constraint raffle_helpers_deeds_known check (
    cardinality(deeds) > 0
      and deeds <@ array[
        'validate-vouchers', 'look-up-entries', 'add-entries', 'show-codes', 'check-photos', 'confirm-rules'
      ]
  );
