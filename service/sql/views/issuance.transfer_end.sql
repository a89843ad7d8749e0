-- Mints that have ended without leaving. A part of compliance.transfer_end.
create or replace view issuance.transfer_end (subject, txid, reason) as
  select id, null::text, reason from issuance.mint where state in ('rejected', 'canceled', 'failed') and address_id is not null;
