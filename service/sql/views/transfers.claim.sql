-- Crypto of an institution at its deposit address. `uncredited`: deposits not in its balance yet. `leaving` (negative):
-- withdrawals ordered from an address chosen for them, and deposits that return; both are still in its balance. For
-- treasury.claim.
create or replace view transfers.claim (kind, owner, asset, amount) as
  select 'uncredited', institution_id::text, asset, quantity from transfers.deposit
    where state in ('screening', 'below_minimum', 'held') and (assigned_at is null or collected_at is not null)
  union all
  select 'leaving', institution_id::text, asset, -(quantity + fee) from transfers.withdrawal
    where source is not null and state in ('requested', 'screening', 'travel_rule', 'held', 'approved')
  union all
  select 'leaving', institution_id::text, asset, -quantity from transfers.deposit
    where state = 'returning' and institution_id is not null and assigned_at is null;
