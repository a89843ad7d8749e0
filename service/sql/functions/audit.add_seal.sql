-- Adds a seal and its audit entry in one transaction, with one time.
create or replace function audit.add_seal(
  stream text, first numeric, last numeric, count bigint, sha256 bytea, marks bytea
) returns void
  language plpgsql security definer set search_path = pg_catalog, pg_temp as $$
declare
  detail text := format('{"count":"%s","first":"%s","last":"%s","sha256":"%s"}', count, first, last, encode(sha256, 'hex'));
  noted timestamptz := audit.append('service', 'ledger.sealed', stream, detail);
begin
  insert into audit.seal (stream, first, last, count, sha256, marks, at)
  values (stream, first, last, count, sha256, marks, noted);
end $$;
revoke all on function audit.add_seal from public;
grant execute on function audit.add_seal to specie_app;
