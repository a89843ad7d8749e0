-- The latest agreed destination of each balance of an offboarded institution.
create or replace view onboarding.closing_destination (institution_id, asset, bank_account_id, address_id, blockchain, agreed_at) as
  select distinct on (p.institution_id, p.asset) p.institution_id, p.asset, p.bank_account_id, p.address_id, a.blockchain, p.agreed_at
  from onboarding.closing_payout p left join destinations.destination a on a.id = p.address_id
  order by p.institution_id, p.asset, p.agreed_at desc, p.id;
grant select on onboarding.closing_destination to specie_app;
