-- Withdrawal addresses at a provider. A part of compliance.hosted.
create or replace view destinations.hosted_wallet (id, blockchain, wallet, travel_address) as
  select id, blockchain, address, travel_address from destinations.address where ownership = 'vasp';
