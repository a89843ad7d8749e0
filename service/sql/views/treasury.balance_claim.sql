-- The balance of the owner of a deposit address. A part of treasury.claim.
create or replace view treasury.balance_claim (kind, owner, asset, amount) as
  select 'balance', owner, asset, balance from ledger.balance
    where pool = 'client' and name in ('available', 'pending', 'held');
