-- Coins that somebody was promised out of what we have on a chain, until they have left it or the promise has ended.
-- Whatever is not final holds its promise: held, pulled back or waiting. A deposit that is not credited may have to go
-- back, and the coins of a payment over a rail are its own.
-- Crypto is not promised out of the omnibus wallet: see treasury.set_aside.
create or replace view treasury.promise (kind, subject, chain, asset, amount) as
  select 'withdrawal', id, blockchain, asset, quantity from transfers.withdrawal
    where blockchain is not null and source is null and state not in ('completed', 'rejected', 'canceled', 'failed')
  union all
  select 'redemption', id, blockchain, asset, quantity from issuance.redemption
    where booked_at is null and state not in ('rejected', 'canceled', 'failed')
  union all
  select 'mint', id, blockchain, asset, quantity from issuance.mint
    where fulfilment = 'trade' and destination is not null
      and booked_at is null and state not in ('rejected', 'canceled', 'failed')
  union all
  select 'payment', id, blockchain, received_currency, received from rails.payment
    where blockchain is not null and booked_at is null and state <> 'returned'
  union all
  select 'deposit', id, blockchain, asset, quantity from transfers.deposit
    where state in ('screening', 'below_minimum', 'held', 'returning', 'frozen');
grant select on treasury.promise to specie_app;
