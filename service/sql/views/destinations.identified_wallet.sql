-- Withdrawal addresses whose owner is known, for reports: proved, or at a named provider, and not removed.
create or replace view destinations.identified_wallet (blockchain, address, institution_id, provider, since) as
  select blockchain, address, institution_id, vasp, created_at from destinations.address
  where destinations.usability(state, travel_rule_status) <> 'gone' and (ownership = 'vasp' or proof is not null);
grant select on destinations.identified_wallet to specie_app;
