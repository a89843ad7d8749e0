-- Withdrawal addresses at a provider. A part of compliance.hosted.
create or replace view destinations.hosted_wallet (id) as
  select id from destinations.address where ownership = 'vasp';
