-- Crypto at deposit addresses that withdrawals will send, and deposits that return or are frozen. The address pays the
-- fee of a native coin; we pay the fee of a token. For treasury.set_aside.
create or replace view transfers.set_aside (kind, subject, asset, owner, source, amount) as
  select 'withdrawal', id, asset, source_owner, source, quantity + case asset when 'USDC' then 0 else fee end
  from transfers.withdrawal
  where source is not null and state.is_open('withdrawal', state)
  union all
  select 'deposit', id, asset, institution_id, source, quantity from transfers.deposit
  where state in ('returning', 'frozen') and institution_id is not null and assigned_at is null
    and asset not in ('VCHF', 'VGBP');
