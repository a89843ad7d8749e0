-- Bank payments of payments over rails, for banking.due_payout.
create or replace view rails.payable (kind, subject, institution_id, provider, currency, amount, account, sources) as
  select 'rail', p.id, p.institution_id, null::text, p.sent_currency, p.sent, r.destination,
    array['rails.payment/' || p.id, 'rails.rail/' || r.id]
  from rails.payment p join rails.rail r on r.id = p.rail_id
  where r.railtype = 'StablecoinToFiat' and p.state <> 'credited';
grant select on rails.payable to specie_app;
