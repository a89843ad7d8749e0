-- Money that went to the reserve before its coins exist. `paid`: a sweep has brought it there. `under_way`: the coins
-- are queued for a chain and may be created at any moment. Joins accounts by the whole key, because clients have many
-- accounts.
create or replace view treasury.prefunded_mints (subject, coin, fiat, amount, paid, under_way) as
  select reserved.subject, reserved.coin, due.asset, -l.amount, l.version < due.first,
    exists (select from chains.coming_mint o where o.purpose = reserved.purpose and o.subject = reserved.subject)
  from treasury.reserved
  join ledger.posted j on j.key = reserved.key
  join ledger.line l on l.journal = j.journal
  join (
    select account, asset, ledger.unpaid_from(account) as first from ledger.balance
    where (pool, owner, name) = ('client', '', 'due_to_reserve') offset 0
  ) due on due.account = l.account;
grant select on treasury.prefunded_mints to specie_app;
