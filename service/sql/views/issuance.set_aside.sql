-- Crypto at deposit addresses that is on its way to the provider, with what its network fee may take. For treasury.set_aside.
create or replace view issuance.set_aside (kind, subject, asset, owner, source, amount) as
  select 'conversion', l.id, c.sell, l.owner, l.source, l.amount + l.reserved
  from issuance.conversion_leg l join issuance.conversion c on c.id = l.conversion_id where l.outcome is null;
