-- A payment over a rail that is credited to its institution has ended, and the provider reports its settlement.
drop index rails.payment_received_currency_updated_at_idx;
create index on rails.payment (received_currency, updated_at)
  where blockchain is null and state in ('completed', 'returned', 'credited');
