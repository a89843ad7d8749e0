-- people.refuse_approval(reason, data): raises the constraint `approval_<reason>` with the data as detail.
-- people/approval/refusal.ts has the sentence for people. Not callable by the service.
create or replace function people.refuse_approval(reason text, data jsonb default '{}') returns void
  language plpgsql set search_path = pg_catalog, pg_temp as $$
begin
  raise exception 'approval refused: %', reason
    using errcode = 'check_violation', constraint = 'approval_' || reason, detail = data::text;
end $$;
revoke all on function people.refuse_approval from public;
