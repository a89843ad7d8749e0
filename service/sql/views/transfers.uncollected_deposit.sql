-- Credited deposits whose coins are still at the deposit address, or with another key of ours. For
-- treasury.uncollected.
create or replace view transfers.uncollected_deposit (chain, asset, amount) as
  select blockchain, asset, quantity from transfers.deposit
    where collected_at is null and num_nonnulls(source, at_key) = 1 and state = 'credited';
