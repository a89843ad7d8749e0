-- The hash under which this party is decided. The same as `partyHash` in compliance/screening/party.ts.
create or replace function compliance.party_hash(party jsonb) returns text
  language sql immutable set search_path = pg_catalog, pg_temp as $$
  select encode(sha256(convert_to(format('[%s,%s,%s,[%s],[%s]%s]',
    to_json(party ->> 'kind'),
    to_json(case when party ->> 'kind' = 'wallet' and party ->> 'name' ~ '^(0[xX][0-9a-fA-F]{40}|(BC|TB|LTC)1[02-9AC-HJ-NP-Z]{8,87})$'
      then lower(party ->> 'name') else party ->> 'name' end),
    coalesce(to_json(party ->> 'born')::text, 'null'),
    (select string_agg(to_json(country)::text, ',' order by n)
      from jsonb_array_elements_text(coalesce(party -> 'countries', '[]')) with ordinality one (country, n)),
    (select string_agg(to_json(one ->> 'kind' || ' ' || (one ->> 'value'))::text, ',' order by n)
      from jsonb_array_elements(coalesce(party -> 'identifiers', '[]')) with ordinality all_of (one, n)),
    coalesce(',' || to_json(party ->> 'of')::text, '')
  ), 'UTF8')), 'hex')
$$;
