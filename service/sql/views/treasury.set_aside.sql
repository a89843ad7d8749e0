-- Crypto at deposit addresses that is spoken for: by transfers to the provider, and by withdrawals. A chain's own coin
-- pays its fee from the same address; what a token costs on its way is ours.
create or replace view treasury.set_aside (kind, subject, asset, owner, source, amount) as
  select 'conversion', l.id, c.sell, l.owner, l.source, l.amount + l.reserved
  from issuance.conversion_leg l join issuance.conversion c on c.id = l.conversion_id where l.outcome is null
  union all
  select 'withdrawal', id, asset, source_owner, source, quantity + case asset when 'USDC' then 0 else fee end
  from transfers.withdrawal
  where source is not null and state not in ('completed', 'rejected', 'canceled', 'failed');
grant select on treasury.set_aside to specie_app;
