-- All registered destinations: bank accounts by currency, withdrawal addresses by chain. The balance of an offboarded
-- institution is paid to one of them.
create or replace view destinations.destination (id, institution_id, kind, currency, blockchain, is_usable, created_at) as
  select id, institution_id, 'bank_account', currency, null::text, accepted and disabled_at is null, created_at
  from destinations.bank_account
  union all
  select id, institution_id, 'address', null, blockchain, destinations.usability(state, travel_rule_status) = 'usable', created_at
  from destinations.address;
grant select on destinations.destination to specie_app;
