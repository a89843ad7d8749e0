-- people.refuse_approval(reason, data): refuses with the constraint `approval_<reason>` and the data as detail. The sentence for
-- people stands in people/approval/refusal.ts. Not for the service.
create or replace function people.refuse_approval(reason text, data jsonb default '{}') returns void
  language plpgsql set search_path = pg_catalog, pg_temp as $$
begin
  raise exception 'approval refused: %', reason
    using errcode = 'check_violation', constraint = 'approval_' || reason, detail = data::text;
end $$;
revoke all on function people.refuse_approval from public;
