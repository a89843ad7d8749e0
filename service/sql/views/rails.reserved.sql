-- Payments over rails whose money went to the reserve before their coins exist, with the purpose of the operation that
-- issues them and the journal that moved the money. For treasury.prefunded_mints.
create or replace view rails.reserved (subject, coin, purpose, key) as
  select id, sent_currency, 'rail_mint', 'payment:' || id || ':reserved' from rails.payment
    where reserved and booked_at is null and state <> 'credited';
