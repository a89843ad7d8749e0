-- Coins that a redemption will burn, and coins that a mint by trade will send to its destination. For treasury.promise.
create or replace view issuance.promise (kind, subject, chain, asset, amount) as
  select 'redemption', id, blockchain, asset, quantity from issuance.redemption
    where booked_at is null and state.is_open('redemption', state)
  union all
  select 'mint', id, blockchain, asset, quantity from issuance.mint
    where fulfilment = 'trade' and destination is not null
      and booked_at is null and state.is_open('mint', state);
