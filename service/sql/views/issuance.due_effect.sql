-- Operations of mints, redemptions and conversions, for chains.due_effect. The provider names its own crypto address,
-- so a conversion has no chain and no recipient here.
create or replace view issuance.due_effect (purpose, subject, chain, kinds, asset, amount, recipient, source, address_id, sources) as
  select 'mint', m.id, m.blockchain, case m.fulfilment when 'issuance' then '{mint}'::text[] else '{transfer}' end,
    m.asset, m.quantity, m.address, null::integer, m.address_id,
    array_remove(array['issuance.mint/' || m.id, a.named], null)
  from issuance.mint m left join destinations.withdrawal_wallet a on a.id = m.address_id
  union all
  select 'redemption', r.id, r.blockchain, '{burn}', r.asset, r.quantity, null, null, null, array['issuance.redemption/' || r.id]
  from issuance.redemption r
  union all
  select 'conversion', l.id, null, '{collect,native}', c.sell, l.amount, null, l.source, null,
    array['issuance.conversion_leg/' || l.id, 'issuance.conversion/' || c.id, 'issuance.mint/' || c.id]
  from issuance.conversion_leg l join issuance.conversion c on c.id = l.conversion_id;
grant select on issuance.due_effect to specie_app;
