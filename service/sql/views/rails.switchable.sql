-- Payments over rails with the switches that stop them. A part of compliance.switchable.
create or replace view rails.switchable (subject, switches) as
  select id, array[case when blockchain is null then 'onramp' else 'offramp' end] from rails.payment;
grant select on rails.switchable to specie_app;
