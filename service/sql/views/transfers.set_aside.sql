-- Crypto at deposit addresses that withdrawals will send. A chain's own coin pays its fee from the same address; what a
-- token costs on its way is ours. For treasury.set_aside.
create or replace view transfers.set_aside (kind, subject, asset, owner, source, amount) as
  select 'withdrawal', id, asset, source_owner, source, quantity + case asset when 'USDC' then 0 else fee end
  from transfers.withdrawal
  where source is not null and state not in ('completed', 'rejected', 'canceled', 'failed');
