-- Final movements of a chain, for deposits.
create or replace view chains.final_movement (chain, txid, index) as
  select chain, txid, index from chains.movement where state = 'final';
grant select on chains.final_movement to specie_app;
