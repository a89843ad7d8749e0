-- Crypto that a conversion has taken from the balance of an institution (negative): it lies at the provider, or is set aside
-- on its way there. For treasury.claim.
create or replace view issuance.claim (kind, owner, asset, amount) as
  select 'leaving', institution_id::text, sell, -(held - network_fee) from issuance.conversion
    where state in ('sending', 'converting');
