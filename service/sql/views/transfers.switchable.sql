-- Withdrawals with the switches that stop them. A part of compliance.switchable.
create or replace view transfers.switchable (subject, switches) as
  select id, array_remove(array['withdraw', 'withdraw:' || asset, 'withdraw:' || asset || ':' || blockchain], null)
  from transfers.withdrawal;
grant select on transfers.switchable to specie_app;
