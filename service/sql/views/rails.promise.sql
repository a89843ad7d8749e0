-- Coins of payments over rails, which belong to the payment until they are burned, returned or credited. For
-- treasury.promise.
create or replace view rails.promise (kind, subject, chain, asset, amount) as
  select 'payment', id, blockchain, received_currency, received from rails.payment
    where blockchain is not null and booked_at is null and state.is_open('payment', state);
