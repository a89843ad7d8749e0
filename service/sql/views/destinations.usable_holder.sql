-- Withdrawal addresses that may be paid now. A part of chains.allowed_holder.
create or replace view destinations.usable_holder (chain, address) as
  select blockchain, address from destinations.address where destinations.usability(state, travel_rule_status) = 'usable';
