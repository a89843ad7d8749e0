-- Operations of payments over rails, for chains.due_effect. Returned or credited coins are not burned.
create or replace view rails.due_effect (purpose, subject, chain, kinds, asset, amount, recipient, source, address_id, sources) as
  select due.purpose, p.id, due.chain, due.kinds, due.asset, due.amount, due.recipient, due.source, due.address_id,
    array_remove(array['rails.payment/' || p.id, 'rails.rail/' || r.id, case when due.address_id is not null then a.named end], null)
  from rails.payment p join rails.rail r on r.id = p.rail_id
  left join destinations.withdrawal_wallet a on a.id = r.address_id
  left join chains.omnibus_wallet omnibus on omnibus.chain = p.blockchain
  cross join lateral (values
    ('rail_mint', r.blockchain, '{mint}'::text[], p.sent_currency, p.sent, r.destination, null::integer, r.address_id,
      p.blockchain is null and p.state <> 'credited'),
    ('rail_collection', p.blockchain, '{collect}', p.received_currency, p.received, omnibus.address, p.deposit_index, null,
      p.blockchain is not null),
    ('rail_burn', p.blockchain, '{burn}', p.received_currency, p.received, null, null, null,
      p.blockchain is not null and p.state <> 'returning' and not (p.state = 'credited' and p.booked_at is null)),
    ('rail_return', p.blockchain, '{transfer}', p.received_currency, p.received, p.payer ->> 'account', null, null,
      p.blockchain is not null and p.state = 'returning')
  ) due (purpose, chain, kinds, asset, amount, recipient, source, address_id, applies)
  where due.applies;
grant select on rails.due_effect to specie_app;
