-- chains.operation_sources(operation): the rows (`table/key`) that caused an operation: one request with the same
-- amount and destination. Null if there is none. The sandbox's faucet needs none. Checked when an operation begins
-- and again before it is signed.
create or replace function chains.operation_sources(operation uuid) returns text[]
  language sql stable security definer set search_path = pg_catalog, pg_temp as $$
  select '{}'::text[] from chains.operation o where o.id = operation and o.purpose = 'faucet' and base.is_uat()
  union all
  (select due.sources from chains.operation o join chains.due_effect due on (due.purpose, due.subject) = (o.purpose, o.subject)
  where o.id = operation and o.kind = any (due.kinds) and (due.asset, due.amount) = (o.asset, o.amount)
    and due.source is not distinct from o.source and due.address_id is not distinct from o.address_id
    and (o.purpose = 'conversion' or due.chain = o.chain and due.recipient is not distinct from o.recipient)
  limit 1)
$$;
revoke all on function chains.operation_sources from public;
grant execute on function chains.operation_sources to specie_app;
