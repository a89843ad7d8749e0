-- Debts of institutions: money taken back after they had spent it. `since`: the latest time of that.
create or replace view ledger.debt (institution_id, asset, amount, since) as
  select o.owner::uuid, o.asset, o.balance, (
    select j.at from ledger.entry e join ledger.journal j on j.id = e.journal_id
    where e.account_id = o.id and e.amount > 0 order by e.version desc limit 1)
  from ledger.account o where o.pool = 'client' and o.name = 'owed' and o.balance > 0;
grant select on ledger.debt to specie_app;
