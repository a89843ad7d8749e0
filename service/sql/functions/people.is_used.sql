-- Whether this transaction uses this approval (people.use_approval) or rehearses it (people.rehearse_approval).
create or replace function people.is_used(asked people.approval) returns boolean
  language sql stable set search_path = pg_catalog, pg_temp as $$
  select asked.used_by = pg_current_xact_id_if_assigned()
    or exists (select from people.rehearsal r where r.approval_id = asked.id and r.transaction = pg_current_xact_id_if_assigned())
$$;
