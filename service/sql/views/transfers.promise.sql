-- Coins that a withdrawal will take from the omnibus wallet, and coins of deposits that are not credited and may go
-- back. For treasury.promise.
create or replace view transfers.promise (kind, subject, chain, asset, amount) as
  select 'withdrawal', id, blockchain, asset, quantity from transfers.withdrawal
    where blockchain is not null and source is null and state.is_open('withdrawal', state)
  union all
  select 'deposit', id, blockchain, asset, quantity from transfers.deposit
    where state in ('screening', 'below_minimum', 'held', 'returning', 'frozen');
