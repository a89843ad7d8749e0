-- For things, after they begin, get an owner or move; the arguments are their machine and, where institutions ask for them,
-- `asked`. Nothing new begins when an institution that is stopped asks for it (account_suspended); what arrives for it, or comes
-- back, waits. The shared lock: whoever stops the institution at this moment waits, or is seen. For each statement, and by its
-- name after audit.note_*: a hold changes the row again, and its versions are written in this order.
create or replace function compliance.standing_applies() returns trigger
  language plpgsql security definer set search_path = pg_catalog, pg_temp as $$
declare
  one record;
  standing text;
begin
  -- Without a join: how many rows there are is not known when it is planned.
  if tg_op = 'INSERT' then
    for one in
      select f.id, f.institution_id, coalesce((to_jsonb(f) ->> 'closing')::boolean, false) as closing
      from fresh f where f.institution_id is not null order by f.id
    loop
      perform pg_advisory_xact_lock_shared(hashtextextended('standing ' || one.institution_id, 0));
      standing := institutions.standing_of(one.institution_id);
      if tg_argv[1] = 'asked' and standing is not null and not one.closing then
        raise exception 'institution % is %: it asks for nothing new', one.institution_id, standing
          using errcode = 'check_violation', constraint = 'account_suspended';
      end if;
      perform compliance.stop_thing(tg_relid, tg_argv[0], one.id);
    end loop;
    return null;
  end if;
  for one in
    select moved.id, moved.institution_id from (
      select id, is_fresh, state, institution_id, lag(state) over row_of as was, lag(institution_id) over row_of as owner
      from (select id, state, institution_id, true as is_fresh from fresh
        union all select id, state, institution_id, false from stale) both_forms
      window row_of as (partition by id order by is_fresh)) moved
    where is_fresh and institution_id is not null and (was, owner) is distinct from (state, institution_id)
      -- What was to wait before has its hold.
      and not (owner is not distinct from institution_id and state.course(tg_argv[0], was, 'suspended') is not distinct from 'waits')
    order by moved.id
  loop
    perform pg_advisory_xact_lock_shared(hashtextextended('standing ' || one.institution_id, 0));
    perform compliance.stop_thing(tg_relid, tg_argv[0], one.id);
  end loop;
  return null;
end $$;
