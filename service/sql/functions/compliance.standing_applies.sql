-- For things, after they begin, get an owner or move; the arguments are their machine and, where institutions ask for them,
-- `asked`. Nothing new begins when an institution that is stopped asks for it (account_suspended); what arrives for it, or comes
-- back, waits. The shared lock: whoever stops the institution at this moment waits, or is seen.
create or replace function compliance.standing_applies() returns trigger
  language plpgsql security definer set search_path = pg_catalog, pg_temp as $$
declare
  standing text;
begin
  -- What was to wait before has its hold.
  if tg_op = 'UPDATE' and new.institution_id is not distinct from old.institution_id
    and state.course(tg_argv[0], old.state, 'suspended') = 'waits' then
    return null;
  end if;
  perform pg_advisory_xact_lock_shared(hashtextextended('standing ' || new.institution_id, 0));
  standing := institutions.standing_of(new.institution_id);
  if tg_op = 'INSERT' and tg_argv[1] = 'asked' and standing is not null
    and coalesce((to_jsonb(new) ->> 'closing')::boolean, false) is false then
    raise exception 'institution % is %: it asks for nothing new', new.institution_id, standing
      using errcode = 'check_violation', constraint = 'account_suspended';
  end if;
  perform compliance.stop_thing(tg_relid, tg_argv[0], new.id);
  return null;
end $$;
