-- Tries the action of a waiting request in this transaction as if it were approved (people.approved_payload). Roll back
-- to a savepoint before the commit. A transaction that contains a rehearsal cannot commit (people.refuse_rehearsal).
create or replace function people.rehearse_approval(id uuid) returns void
  language sql security definer set search_path = pg_catalog, pg_temp as $$
  insert into people.rehearsal (approval_id, transaction)
    select a.id, pg_current_xact_id() from people.approval a where a.id = rehearse_approval.id and a.state = 'waiting'
$$;
revoke all on function people.rehearse_approval from public;
grant execute on function people.rehearse_approval to specie_app;
