-- Allow lists of our coins: the decisions of two people on the mode, and the holders that we list.

create table chains.allow_list (
  id uuid primary key,
  number bigint generated always as identity unique,
  chain text not null,
  asset text not null references ledger.asset,
  is_on boolean not null,
  problem text,
  created_at timestamptz not null,
  done_at timestamptz
);
comment on table chains.allow_list is
  'Decisions of two people: a coin on a chain moves between listed holders only (on), or between all. The last one counts; '
  'without one the list is off. A decision before the deployment of the coin is carried out by the deployment.';
comment on column chains.allow_list.problem is 'Why it is not carried out yet, if staff must do something.';
comment on column chains.allow_list.done_at is 'When the chain had this mode at a final block.';
create index on chains.allow_list (chain, asset, number desc);
grant select, insert (id, chain, asset, is_on, created_at), update (problem, done_at) on chains.allow_list to specie_app;

create table chains.listing (
  id uuid primary key,
  number bigint generated always as identity unique,
  chain text not null,
  asset text not null references ledger.asset,
  address text not null,
  is_listed boolean not null,
  created_at timestamptz not null
);
comment on table chains.listing is
  'Holders that were put on the allow list of a coin, or taken off it, each by one operation. The last row of a holder counts.';
comment on column chains.listing.address is 'A wallet; on Solana also a single token account.';
create index on chains.listing (chain, asset, address, number desc);
grant select, insert (id, chain, asset, address, is_listed, created_at) on chains.listing to specie_app;

-- Changes of a list move no coins.
alter table chains.operation drop constraint operation_amount_check,
  add constraint operation_amount_check
    check (amount > 0 or amount = 0 and kind in ('list', 'unlist', 'allow_list_on', 'allow_list_off'));
