-- Withdrawal addresses to which nothing may be sent now; `for_good`: they are revoked. A part of compliance.barred.
create or replace view destinations.barred_wallet (id, for_good) as
  select id, state = 'revoked' from destinations.address where state <> 'active';
