-- Withdraws all waiting requests of an offboarded institution. Not callable by the service:
-- compliance.apply_institution_standing calls it. Locks: the approvals.
create or replace function people.withdraw_requests_of(institution uuid) returns void
  language sql set search_path = pg_catalog, pg_temp as $$
  update people.approval a set state = 'withdrawn', withdrawn_by = 'service', updated_at = current_setting('specie.at')::timestamptz
  where a.institution_id = institution and a.state = 'waiting'
$$;
revoke all on function people.withdraw_requests_of from public;
