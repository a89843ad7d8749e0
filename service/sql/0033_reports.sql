-- All transfers of our coins on every chain, and the holders at the end of each day.

create table chains.coin_reading (
  chain text not null,
  asset text not null references ledger.asset,
  start numeric(20, 0) not null,
  cursor jsonb not null,
  height numeric(20, 0) not null,
  read_until timestamptz not null,
  primary key (chain, asset),
  foreign key (chain, asset) references chains.contract
);
comment on table chains.coin_reading is
  'How far all transfers of a coin have been read on a chain. Only final blocks are read.';
comment on column chains.coin_reading.start is 'The height before the first mint. No coin existed up to there.';
comment on column chains.coin_reading.height is 'All transfers up to this height are in chains.coin_transfer.';
comment on column chains.coin_reading.read_until is 'All transfers of blocks before this time have been read.';
grant select, insert (chain, asset, start, cursor, height, read_until), update (cursor, height, read_until)
  on chains.coin_reading to specie_app;

create table chains.coin_transfer (
  chain text not null,
  asset text not null references ledger.asset,
  txid text not null,
  index integer not null,
  height numeric(20, 0) not null,
  at timestamptz not null,
  sender text,
  recipient text,
  amount numeric(38, 0) not null check (amount > 0),
  primary key (chain, txid, index),
  check (num_nonnulls(sender, recipient) > 0)
);
comment on table chains.coin_transfer is
  'Every final transfer, mint and burn of our coins, of any holder. The sum for an address is its balance.';
comment on column chains.coin_transfer.at is 'The time of the block.';
comment on column chains.coin_transfer.sender is 'Null: minted.';
comment on column chains.coin_transfer.recipient is 'Null: burned.';
create index coin_transfer_at on chains.coin_transfer (chain, asset, at);
grant select, insert (chain, asset, txid, index, height, at, sender, recipient, amount) on chains.coin_transfer to
  specie_app;

create schema reports;
comment on schema reports is 'What the reports to supervisors keep: the holders of each day.';
grant usage on schema reports to specie_app;

create table reports.holder_day (
  day date not null,
  chain text not null,
  asset text not null references ledger.asset,
  height numeric(20, 0) not null,
  holders integer not null check (holders >= 0),
  amount numeric(38, 0) not null check (amount >= 0),
  created_at timestamptz not null,
  primary key (day, chain, asset)
);
comment on table reports.holder_day is 'The holders of a coin on a chain at the end of a day (UTC), summed.';
comment on column reports.holder_day.height is 'The block up to which the transfers of the day were read.';
grant select, insert (day, chain, asset, height, holders, amount, created_at) on reports.holder_day to specie_app;

create table reports.holder (
  chain text not null,
  asset text not null references ledger.asset,
  address text not null,
  day date not null,
  amount numeric(38, 0) not null check (amount >= 0),
  class text not null,
  institution_id uuid references directory.institution (id),
  provider text,
  primary key (chain, asset, address, day),
  foreign key (day, chain, asset) references reports.holder_day
);
comment on table reports.holder is
  'Addresses that hold a coin at the end of a day, and who they belong to. A row counts until the next one of its address.';
comment on column reports.holder.amount is 'Zero: it no longer holds the coin.';
comment on column reports.holder.class is 'As classified on that day. It is not changed later.';
comment on column reports.holder.institution_id is 'The institution that owns it or has it on its list of addresses.';
comment on column reports.holder.provider is 'The service provider that hosts it.';
create index holder_of_day on reports.holder (day);
grant select, insert (chain, asset, address, day, amount, class, institution_id, provider) on reports.holder to specie_app;

create table reports.outsourced_service (
  id uuid primary key,
  code text not null check (code ~ '^[a-z0-9._:-]{1,40}$'),
  content jsonb not null,
  actor text not null,
  created_at timestamptz not null
);
comment on table reports.outsourced_service is
  'The register of outsourced services. Each change is a new row; the last one of a code counts.';
comment on column reports.outsourced_service.content is 'The fields of the call that saves it.';
create index outsourced_service_code on reports.outsourced_service (code, created_at);
grant select, insert (id, code, content, actor, created_at) on reports.outsourced_service to specie_app;
