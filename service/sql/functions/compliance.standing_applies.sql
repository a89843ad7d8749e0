-- For things, after they begin, get an owner or move; the arguments are their machine and, where institutions ask for them,
-- `asked`. Nothing new begins when an institution that is stopped asks for it (account_suspended); what arrives for it, or comes
-- back, waits; also what an effect that could not be stopped has brought back. The shared lock, for what whoever stops the
-- institution cannot see yet: that waits, or is seen. What was under way before, they lock themselves (compliance.lock_open).
create or replace function compliance.standing_applies() returns trigger
  language plpgsql security definer set search_path = pg_catalog, pg_temp as $$
declare
  standing text;
begin
  if tg_op = 'UPDATE' and not exists (select from state.standing s where s.machine = tg_argv[0] and s.in_state = new.state
    and (s.suspended, s.offboarded) <> ('goes on', 'goes on') and (s.suspended, s.offboarded) <> ('ends', 'ends')) then
    return null;
  end if;
  if tg_op = 'INSERT' or new.institution_id is distinct from old.institution_id
    or state.course(tg_argv[0], old.state, 'suspended') is null then
    perform pg_advisory_xact_lock_shared(hashtextextended('standing ' || new.institution_id, 0));
  end if;
  standing := institutions.standing_of(new.institution_id);
  if tg_op = 'INSERT' and tg_argv[1] = 'asked' and standing is not null
    and coalesce((to_jsonb(new) ->> 'closing')::boolean, false) is false then
    raise exception 'institution % is %: it asks for nothing new', new.institution_id, standing
      using errcode = 'check_violation', constraint = 'account_suspended';
  end if;
  perform compliance.stop_thing(tg_relid, tg_argv[0], new.id);
  return null;
end $$;
