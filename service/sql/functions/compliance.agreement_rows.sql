-- The rows (`table/key`) that let a transfer leave to a wallet at a provider: its exchange and the approvals. Before signing,
-- the service checks that it wrote each of them.
create or replace function compliance.agreement_rows(subject uuid, address uuid) returns text[] language sql stable as $$
  select array_agg('compliance.exchange/' || e.id) || array_agg('compliance.exchange_message/' || m.id)
  from compliance.exchange e
  join compliance.exchange_message m on m.exchange_id = e.id and m.way = 'received' and m.authentic and m.says ->> 'kind' = 'approved'
  where e.subject_id = agreement_rows.subject and e.direction = 'out'
    and exists (select from compliance.hosted h where h.id = agreement_rows.address)
$$;
