-- At the end of the transaction: refuses to commit a rehearsal.
create or replace function people.refuse_rehearsal() returns trigger
  language plpgsql set search_path = pg_catalog, pg_temp as $$
begin
  raise exception 'request % was rehearsed in this transaction: it cannot commit', new.approval_id
    using errcode = 'check_violation', constraint = 'approval_rehearsed';
end $$;
revoke all on function people.refuse_rehearsal from public;
