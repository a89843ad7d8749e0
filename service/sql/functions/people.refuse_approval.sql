-- Refuses, and names the reason as the constraint `approval_<reason>`, so that the service can tell people why.
create or replace function people.refuse_approval(reason text, sentence text) returns void
  language plpgsql set search_path = pg_catalog, pg_temp as $$
begin
  raise exception using message = sentence, errcode = 'check_violation', constraint = 'approval_' || reason;
end $$;
revoke all on function people.refuse_approval from public;
