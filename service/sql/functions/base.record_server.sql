-- Records the server that runs this database. Raises when the database was on another cluster or on a later timeline of
-- this one: then it was restored or moved, and `former` must name the recorded server (system/timeline) as
-- confirmation. Locks the row.
create or replace function base.record_server(former text) returns void language plpgsql
  security definer set search_path = base, pg_temp as $$
declare
  here server;
  known server;
begin
  select true, (select system_identifier::text from pg_control_system()),
    ('x' || left(pg_walfile_name(pg_current_wal_lsn()), 8))::bit(32)::integer into here;
  insert into server select here.* on conflict do nothing;
  select * into known from server for update;
  if known.system = here.system and known.timeline = here.timeline then
    return;
  end if;
  if (known.system <> here.system or known.timeline > here.timeline)
    and former is distinct from known.system || '/' || known.timeline then
    raise exception 'this database was on server %/%, and is on %/% now', known.system, known.timeline, here.system, here.timeline
      using errcode = 'object_not_in_prerequisite_state', detail = known.system || '/' || known.timeline;
  end if;
  update server set system = here.system, timeline = here.timeline;
end $$;
revoke all on function base.record_server from public;
grant execute on function base.record_server to specie_app;
