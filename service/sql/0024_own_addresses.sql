-- Addresses of our own, coins that come to them without an owner, and collections that fail.

-- Token accounts of our wallets on Solana. Somebody may name one instead of the wallet, so they are ours as well.
create table chains.token_account (
  address text primary key,
  owner text not null,  -- the wallet
  mint text not null,
  unique (owner, mint)
);
grant select, insert on chains.token_account to specie_app;

-- On EVM chains the case of an address means nothing.
create index deposit_address_any_case on chains.deposit_address (family, lower(address));

-- Coins can be collected from a wallet of ours as well as from a deposit address.
alter table chains.operation
  add column source_key text,  -- the key of the wallet that they leave; null: `source`, or none
  add constraint one_source check (num_nonnulls(source, source_key) <= 1);

alter table transfers.deposit
  add column at_key text,  -- key of the wallet it came to, if that is neither a deposit address nor the omnibus wallet
  add column stuck_at timestamptz,  -- since when its coins cannot be collected: a person must look
  add column assigned_at timestamptz,  -- when people decided whose it is
  add column assigned_by text,
  add column agreed_by text,
  add constraint one_place check (num_nonnulls(source, at_key) <= 1),
  -- Whoever assigns a deposit, somebody else has agreed (S1).
  add constraint four_eyes check (num_nonnulls(assigned_at, assigned_by, agreed_by) in (0, 3)
    and lower(assigned_by) <> lower(agreed_by));
grant update (institution_id, stuck_at, assigned_at, assigned_by, agreed_by) on transfers.deposit to specie_app;

drop index transfers.uncollected;
create index uncollected on transfers.deposit (blockchain, asset)
  where collected_at is null and num_nonnulls(source, at_key) = 1 and state not in ('seen', 'confirming', 'orphaned');
create index to_collect on transfers.deposit (created_at)
  where state = 'credited' and collected_at is null and stuck_at is null
    and (asset in ('VCHF', 'VGBP') or assigned_at is not null);
create index unassigned on transfers.deposit (created_at) where institution_id is null;

-- A deposit gets an owner once, by two people, and keeps it.
create function transfers.deposit_owner() returns trigger language plpgsql as $$
begin
  if new.institution_id is distinct from old.institution_id
    and (old.institution_id is not null or new.assigned_at is null) then
    raise exception 'deposit % keeps its owner', old.id using errcode = 'check_violation';
  end if;
  return new;
end $$;
create trigger owner before update of institution_id on transfers.deposit
  for each row execute function transfers.deposit_owner();

-- Labels of destinations must not read as something else. institutions/labels.ts knows all spellings; these are the plain
-- ones. Rows that are there already stay: a destination is looked up as an address or an id before it is taken for a label.
alter table institutions.address add constraint plain_label check (
  label !~* '^(0x)?[0-9a-f]{40}$' and label !~* '^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$') not valid;
alter table transfers.bank_account add constraint plain_label check (
  label !~ '^[0-9]{6}[ /-]?[0-9]{8}$' and label !~* '^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$') not valid;

-- Three more kinds of cases, whatever kinds there are by now.
do $$
declare
  kinds text := (select pg_get_constraintdef(oid) from pg_constraint where conname = 'bank_case_kind_check');
begin
  execute 'alter table banking.bank_case drop constraint bank_case_kind_check, add constraint bank_case_kind_check '
    || replace(kinds, 'ARRAY[', 'ARRAY[''unassigned_deposit''::text, ''deposit_collection''::text, ''sweep_failed''::text, ');
end $$;

-- What came without an owner before this version.
insert into banking.bank_case (kind, cause, detail, opened_at)
  select 'unassigned_deposit', id::text, jsonb_build_object('depositid', id, 'asset', asset, 'amount', quantity::text,
    'blockchain', blockchain, 'address', address, 'txid', txid, 'problem', 'Nobody knows whose it is.'), updated_at
  from transfers.deposit where institution_id is null and state = 'held';
