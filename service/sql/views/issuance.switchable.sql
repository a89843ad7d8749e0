-- Mints and redemptions with the switches that stop them. A part of compliance.switchable.
create or replace view issuance.switchable (subject, switches) as
  select id, array['mint:' || asset, 'mint:' || asset || ':' || blockchain] from issuance.mint
  union all
  select id, array['redeem', 'redeem:' || asset, 'redeem:' || asset || ':' || blockchain] from issuance.redemption;
grant select on issuance.switchable to specie_app;
