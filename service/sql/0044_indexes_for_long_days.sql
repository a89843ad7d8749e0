-- What is asked again and again costs the same after years. A test fails on a statement that reads a growing table as a
-- whole (test/src/scans).

-- What stands in line or is under way, for the sender of a key.
create index on chains.operation (chain, key) where state in ('queued', 'working');

-- A hash finds what it did.
create index on chains.operation (txid) where txid is not null;

-- The payouts of an order to the bank, when it is answered and when the bank books it.
create index on banking.payout (order_id) where order_id is not null;

-- The last sweep, and the last statement of an account.
create index on banking.payout (kind, currency, created_at) where kind in ('sweep', 'fee_sweep');
create index on banking.message (account, kind, id);

-- What a venue has filled is compared with what it says, twice a minute. Fills that are long done are summed up once.
create index on trading.execution (venue, symbol, created_at);

create table trading.position (
  venue text not null,
  symbol text not null,
  base numeric(38, 0) not null,
  quote numeric(38, 0) not null,
  until timestamptz not null,  -- of executions that were made before
  primary key (venue, symbol)
);
grant select, insert, update on trading.position to specie_app;

-- Up to where each stream is sealed.
create index on audit.seal (stream, last);

-- Wires that wait for a person, or for what they lack.
create index on banking.wire (created_at) where state = 'held';

-- Whose wallet an address is. Those that have none only count nonces.
create index on chains.wallet (chain, address) where address <> '';
create index on chains.wallet (lower(address));

-- What changed the supply since a block.
create index on chains.movement (chain, asset, height) where state = 'final' and kind in ('mint', 'burn');

-- The first statement of a provider that was taken in after something had happened.
create index on rails.statement (provider, currency, taken_at, day);

-- As in 0025, by the account's whole key: clients have many accounts.
create or replace view treasury.ahead (subject, coin, fiat, amount, paid, under_way) as
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
    where (pool, owner, name) = ('client', '', 'due_to_reserve') offset 0
  ) due on due.id = e.account_id;
