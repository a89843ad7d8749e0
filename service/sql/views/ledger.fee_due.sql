-- Our fees in the client money account, by asset. `owed`: the part that the reserve or an institution still owes to
-- client money; it cannot be paid out yet, because it would take the money of other clients.
create or replace view ledger.fee_due (asset, balance, owed) as
  select fees.asset, fees.balance, coalesce((
    select sum(-fee.amount) from ledger.balance due
    cross join lateral (select ledger.unpaid_from(due.account) as first offset 0) unpaid
    join ledger.line debt on debt.account = due.account and debt.version >= unpaid.first and debt.amount > 0
    join ledger.line fee on fee.journal = debt.journal and fee.account = fees.account
    where (due.pool, due.owner, due.name, due.asset) = ('client', '', 'due_from_reserve', fees.asset)), 0)
    + coalesce((select sum(d.amount) from ledger.debt d where d.asset = fees.asset), 0)
  from ledger.balance fees where (fees.pool, fees.owner, fees.name) = ('client', '', 'fees_due');
grant select on ledger.fee_due to specie_app;
