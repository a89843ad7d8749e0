-- What the coins of each chain are promised to, whose money lies in the reserve ahead of its coins, and the house's own
-- account at the bank, to which fees are swept.

create schema treasury;
grant usage on schema treasury to specie_app;

-- Coins that somebody was promised out of what we have on a chain, until they have left it or the promise has ended.
-- Whatever is not final holds its promise: held, pulled back or waiting. A deposit that is not credited may have to go
-- back, and the coins of a payment over a rail are its own.
create view treasury.promise (kind, subject, chain, asset, amount) as
  select 'withdrawal', id, blockchain, asset, quantity from transfers.withdrawal
    where blockchain is not null and state not in ('completed', 'rejected', 'canceled', 'failed')
  union all
  select 'redemption', id, blockchain, asset, quantity from issuance.redemption
    where booked_at is null and state not in ('rejected', 'canceled', 'failed')
  union all
  select 'mint', id, blockchain, asset, quantity from issuance.mint
    where fulfilment = 'trade' and destination is not null
      and booked_at is null and state not in ('rejected', 'canceled', 'failed')
  union all
  select 'payment', id, blockchain, received_currency, received from rails.payment
    where blockchain is not null and booked_at is null and state <> 'returned'
  union all
  select 'deposit', id, blockchain, asset, quantity from transfers.deposit
    where state in ('screening', 'below_minimum', 'held', 'returning', 'frozen');
grant select on treasury.promise to specie_app;

create index redemption_promised on issuance.redemption (blockchain, asset)
  where booked_at is null and state not in ('rejected', 'canceled', 'failed');
create index trade_promised on issuance.mint (blockchain, asset)
  where fulfilment = 'trade' and destination is not null
    and booked_at is null and state not in ('rejected', 'canceled', 'failed');
create index payment_promised on rails.payment (blockchain, received_currency)
  where blockchain is not null and booked_at is null and state <> 'returned';
create index deposit_promised on transfers.deposit (blockchain, asset)
  where state in ('screening', 'below_minimum', 'held', 'returning', 'frozen');
create index redemption_waiting on issuance.redemption (created_at) where state = 'screening';

-- The first entry of an account of debts that is not paid yet; all that come after it are not either. A sweep pays all
-- that is due when it is ordered, so the oldest debts are paid first and each of them as a whole.
create function treasury.unpaid_from(debts bigint) returns bigint
language plpgsql stable set search_path = pg_catalog, pg_temp as $$
declare
  first bigint;
  due numeric;
  step record;
begin
  select version + 1, balance into first, due from ledger.account where id = debts;
  for step in
    select e.version, case a.side when 'debit' then e.amount else -e.amount end as more
    from ledger.entry e join ledger.account a on a.id = e.account_id
    where e.account_id = debts order by e.version desc
  loop
    exit when due <= 0;
    if step.more > 0 then
      due := due - step.more;
      first := step.version;
    end if;
  end loop;
  return first;
end $$;
grant execute on function treasury.unpaid_from to specie_app;

-- Money that went to the reserve ahead of coins that do not exist yet. `paid`: a sweep has brought it there. `under_way`:
-- its coins are in line for a chain, and may come into being at any moment.
create view treasury.ahead (subject, coin, fiat, amount, paid, under_way) as
  select reserved.id, reserved.coin, due.asset, -e.amount, e.version < due.first,
    exists (select from chains.operation o where o.purpose = reserved.purpose and o.subject = reserved.id and o.kind = 'mint'
      and o.state not in ('failed', 'canceled') and (o.state in ('queued', 'working') or o.state = 'final' and o.unread))
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
    where (pool, name) = ('client', 'due_to_reserve') offset 0
  ) due on due.id = e.account_id;
grant select on treasury.ahead to specie_app;
create index payment_reserved on rails.payment (sent_currency) where reserved and booked_at is null;

-- The house has an account of its own at the bank, and its fees are paid to it out of clients' money.
alter table banking.bank_account drop constraint bank_account_purpose_check,
  add constraint bank_account_purpose_check check (purpose in ('client_money', 'reserve', 'house'));
alter table banking.payout drop constraint payout_kind_check,
  add constraint payout_kind_check
    check (kind in ('withdrawal', 'redemption', 'rail', 'return', 'sweep', 'fee_sweep')),
  add constraint a_fee_sweep_is_its_own check (kind <> 'fee_sweep' or subject = id and purpose = 'client_money');
create unique index one_fee_sweep on banking.payout (currency)
  where kind = 'fee_sweep' and state in ('prepared', 'batched', 'sent', 'accepted');
