-- Withdrawals that have ended without leaving. A part of compliance.transfer_end.
create or replace view transfers.transfer_end (subject, txid, reason) as
  select id, null::text, reason from transfers.withdrawal
  where state in ('rejected', 'canceled', 'failed') and blockchain is not null;
