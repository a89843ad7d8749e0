-- Crypto that a conversion has taken from the balance of an institution (negative): at the provider, or set aside for
-- it. For treasury.claim.
create or replace view issuance.claim (kind, owner, asset, amount) as
  select 'leaving', institution_id::text, sell, -(held - network_fee) from issuance.conversion
    where state in ('sending', 'converting');
