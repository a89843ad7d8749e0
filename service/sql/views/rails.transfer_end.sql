-- Payments over on-ramps that have ended without leaving. A part of compliance.transfer_end.
create or replace view rails.transfer_end (subject, txid, reason) as
  select id, null::text, reason from rails.payment where state in ('returned', 'credited') and blockchain is null;
