-- A quote can be deleted only 90 days after it has expired.
create or replace function trading.assert_quote_expired() returns trigger language plpgsql set search_path = pg_catalog, pg_temp as $$
begin
  raise exception 'a quote stays for 90 days' using errcode = 'restrict_violation';
end $$;
