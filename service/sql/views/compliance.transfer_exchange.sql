-- The exchange of each transfer to a whitelisted wallet, for the rooms of the transfers.
create or replace view compliance.transfer_exchange (subject_id, state) as
  select subject_id, state from compliance.exchange where direction = 'out';
grant select on compliance.transfer_exchange to specie_app;
