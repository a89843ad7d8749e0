-- Our wallets that hold coins: the omnibus wallet, and deposit addresses in use. A part of chains.allowed_holder.
create or replace view chains.own_holder (chain, address) as
  select chain, address from chains.wallet where key = 'omnibus' and address <> ''
  union
  select c.chain, d.address from chains.contract c
  join chains.deposit_address d on d.family = case when c.chain = 'SOL' then 'solana' else 'evm' end
  where c.asset in ('VCHF', 'VGBP') and num_nonnulls(d.institution_id, d.rail_id) > 0;
