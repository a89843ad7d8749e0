-- The last change of each holder on each list, with the state of its operation.
create or replace view chains.listed (chain, asset, address, is_listed, state, reason, created_at) as
  select l.chain, l.asset, l.address, l.is_listed, coalesce(o.state, 'queued'), o.reason, l.created_at
  from chains.listing l left join chains.operation o on (o.purpose, o.subject) = ('listing', l.id)
  where not exists (select from chains.listing later
    where (later.chain, later.asset, later.address) = (l.chain, l.asset, l.address) and later.number > l.number);
grant select on chains.listed to specie_app;
