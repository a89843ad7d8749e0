-- Whether this exchange lets its transfer leave. For a wallet at a provider, every decision that was received is an
-- approval of this wallet, by the provider at the travel address that staff have confirmed. The state alone says nothing:
-- who has the login of the service could write it. Messages are never changed, and a text can be sealed only by the service.
create or replace function compliance.is_agreed(one compliance.exchange) returns boolean language sql stable as $$
  select one.direction = 'out' and case
    when one.state = 'not_required' then not exists (select from compliance.hosted h where h.id = one.address_id)
    when one.state in ('approved', 'confirmed') then exists (select from compliance.hosted h
        where (h.id, h.blockchain, lower(h.wallet), h.travel_address)
          = (one.address_id, one.blockchain, lower(one.wallet), one.travel_address))
      and coalesce((select bool_and(m.sealed_body is not null and m.says ->> 'kind' = 'approved'
          and lower(btrim(m.says ->> 'address')) = lower(one.wallet))
        from compliance.exchange_message m
        where m.exchange_id = one.id and m.way = 'received' and m.authentic and m.says ->> 'kind' in ('approved', 'rejected')), false)
    else false end
$$;
