-- Operations of withdrawals and deposits, for chains.due_effect.
create or replace view transfers.due_effect (purpose, subject, chain, kinds, asset, amount, recipient, source, address_id, sources) as
  select 'withdrawal', w.id, w.blockchain, case when w.source is null then '{transfer}'::text[] else '{collect,native}' end,
    w.asset, w.quantity, a.address, w.source, w.address_id,
    array['transfers.withdrawal/' || w.id, a.named]
  from transfers.withdrawal w join destinations.withdrawal_wallet a on a.id = w.address_id
  union all
  select 'collection', d.id, d.blockchain, '{transfer,collect}', d.asset, d.quantity,
    case when d.asset in ('VCHF', 'VGBP') then omnibus.address else own.address end, d.source, null,
    array['transfers.deposit/' || d.id]
  from transfers.deposit d left join chains.omnibus_wallet omnibus on omnibus.chain = d.blockchain
    left join chains.institution_address own on own.institution_id = d.institution_id and own.family = 'evm'
  union all
  select 'deposit_return', d.id, d.blockchain, '{transfer,collect,native}', d.asset, d.quantity - d.return_fee,
    d.returned_to, d.source, null, array['transfers.deposit/' || d.id]
  from transfers.deposit d where d.returned_to is not null;
grant select on transfers.due_effect to specie_app;
