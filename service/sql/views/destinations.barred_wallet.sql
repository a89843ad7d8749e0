-- Withdrawal addresses that may not be paid now; `for_good`: never again. A part of compliance.barred.
create or replace view destinations.barred_wallet (id, for_good) as
  select id, destinations.usability(state, travel_rule_status) = 'gone' from destinations.address
  where destinations.usability(state, travel_rule_status) <> 'usable';
