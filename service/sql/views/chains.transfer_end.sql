-- Coins that have left to a whitelisted wallet, with their transaction. A part of compliance.transfer_end.
create or replace view chains.transfer_end (subject, txid, reason) as
  select subject, txid, null::text from chains.operation where state = 'final' and address_id is not null and txid is not null;
