-- Crypto at deposit addresses that will go to the provider, including its largest network fee. For treasury.set_aside.
create or replace view issuance.set_aside (kind, subject, asset, owner, source, amount) as
  select 'conversion', l.id, c.sell, l.owner, l.source, l.amount + l.reserved
  from issuance.conversion_leg l join issuance.conversion c on c.id = l.conversion_id where l.outcome is null;
