-- Crypto leaves by withdrawals, from the deposit address where it lies; a withdrawal can be canceled until it is signed,
-- also while a hold lies on it. A mint can be paid in the other fiat, which the provider converts.

-- Whose deposit address pays a withdrawal of crypto, chosen when it is asked for: it stays set aside there until the
-- withdrawal has ended. Coins lie in the omnibus wallet and have none.
alter table transfers.withdrawal
  add column source integer,  -- index of the deposit address
  add column source_owner uuid references institutions.institution (id),
  add column network_fee numeric(38, 0) not null default 0 check (network_fee >= 0),  -- that the network took from there
  add constraint from_an_address check (num_nonnulls(source, source_owner)
    = case when blockchain is null or asset in ('VCHF', 'VGBP') then 0 else 2 end);
create index withdrawal_source on transfers.withdrawal (asset, source_owner)
  where source is not null and state not in ('completed', 'rejected', 'canceled', 'failed');
grant update (network_fee) on transfers.withdrawal to specie_app;

-- The most that a transaction may pay the network; null: what the market asks, within the limits of its chain.
alter table chains.operation add column most_fee numeric(38, 0) check (most_fee >= 0);

-- Crypto at deposit addresses that is spoken for: by transfers to the provider, and by withdrawals. A chain's own coin
-- pays its fee from the same address; what a token costs on its way is ours.
create view treasury.set_aside (kind, subject, asset, owner, source, amount) as
  select 'conversion', l.id, c.sell, l.owner, l.source, l.amount + l.reserved
  from issuance.conversion_leg l join issuance.conversion c on c.id = l.conversion_id where l.outcome is null
  union all
  select 'withdrawal', id, asset, source_owner, source, quantity + case asset when 'USDC' then 0 else fee end
  from transfers.withdrawal
  where source is not null and state not in ('completed', 'rejected', 'canceled', 'failed');
grant select on treasury.set_aside to specie_app;

-- Coins alone are promised out of the omnibus wallet.
create or replace view treasury.promise (kind, subject, chain, asset, amount) as
  select 'withdrawal', id, blockchain, asset, quantity from transfers.withdrawal
    where blockchain is not null and source is null and state not in ('completed', 'rejected', 'canceled', 'failed')
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

-- A hold that is moved from one thing to the next leaves no mark on the first.
create or replace function compliance.mark() returns trigger
  language plpgsql security definer set search_path = pg_catalog, pg_temp as $$
declare
  kind record;
  thing record;
  marked uuid;
  stopped boolean;
begin
  foreach marked in array array_remove(array[case when tg_op = 'UPDATE' then nullif(old.subject_id, new.subject_id) end,
    new.subject_id], null)
  loop
    for kind in select * from (values
      ('issuance.mint', 'mint'), ('issuance.redemption', 'redemption'),
      ('transfers.withdrawal', 'withdrawal'), ('transfers.deposit', 'deposit'), ('banking.wire', 'wire'),
      ('rails.rail', 'payment_rail'), ('rails.payment', 'payment')) kinds (tab, machine)
    loop
      execute format('select state, on_hold, institution_id from %s where id = $1 for update', kind.tab)
        into thing using marked;
      continue when thing.state is null;
      perform pg_advisory_xact_lock(hashtextextended('hold ' || marked, 0));
      stopped := compliance.is_stopped(marked);
      continue when stopped = thing.on_hold;
      execute format('update %s set on_hold = $2, updated_at = greatest(updated_at, $3) where id = $1', kind.tab)
        using marked, stopped, new.updated_at;
      -- What can still be screened becomes `held` by itself, and what is `held` tells by its next state.
      continue when thing.state = 'held' or exists (select from state.transition t
        where t.machine = kind.machine and t.from_state = thing.state and t.event in ('screen', 'hold'));
      insert into state.history (machine, subject, from_state, to_state, actor, why, at, institution_id, hold)
        values (kind.machine, marked, thing.state, thing.state, 'compliance', 'hold', new.updated_at,
          thing.institution_id, case when stopped then 'placed' else 'ended' end);
    end loop;
  end loop;
  return new;
end $$;

-- Fiat is sold first and paid after: by a payout to the provider, once for each sale. It is owed whatever becomes of the mint, so
-- it is a thing of its own, which holds on the mint do not stop.
alter table banking.payout add column provider text,  -- that it pays, of a conversion
  drop constraint payout_kind_check,
  add constraint payout_kind_check
    check (kind in ('withdrawal', 'redemption', 'rail', 'return', 'sweep', 'fee_sweep', 'conversion')),
  add constraint to_a_provider check ((kind = 'conversion') = (provider is not null));
alter table issuance.conversion add column payout_id uuid,  -- that pays the provider
  add constraint fiat_is_paid check ((payout_id is not null) = (sell in ('CHF', 'GBP') and state in ('filled', 'wired')));
grant update (payout_id) on issuance.conversion to specie_app;

do $$
declare
  kinds text := (select pg_get_constraintdef(oid) from pg_constraint where conname = 'bank_case_kind_check');
begin
  execute 'alter table banking.bank_case drop constraint bank_case_kind_check, add constraint bank_case_kind_check '
    || replace(kinds, 'ARRAY[', 'ARRAY[''provider_payment''::text, ');
end $$;
