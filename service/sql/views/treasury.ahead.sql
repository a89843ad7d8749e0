-- Money that went to the reserve ahead of coins that do not exist yet. `paid`: a sweep has brought it there. `under_way`:
-- its coins are in line for a chain, and may come into being at any moment. By the account's whole key: clients have many
-- accounts.
create or replace view treasury.ahead (subject, coin, fiat, amount, paid, under_way) as
  select reserved.id, reserved.coin, due.asset, -e.amount, e.version < due.first,
    exists (select from chains.coming_mint o where o.purpose = reserved.purpose and o.subject = reserved.id)
  from (
    select id, asset as coin, 'mint' as purpose, 'mint:' || id || ':reserved' as key from issuance.mint
      where reserved and booked_at is null and state not in ('rejected', 'canceled', 'failed')
    union all
    select id, sent_currency, 'rail_mint', 'payment:' || id || ':reserved' from rails.payment
      where reserved and booked_at is null
  ) reserved
  join ledger.journal j on j.key = reserved.key
  join ledger.entry e on e.journal_id = j.id
  join (
    select id, asset, treasury.unpaid_from(id) as first from ledger.account
    where (pool, owner, name) = ('client', '', 'due_to_reserve') offset 0
  ) due on due.id = e.account_id;
grant select on treasury.ahead to specie_app;
