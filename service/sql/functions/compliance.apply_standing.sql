-- For items, after they are created, get an owner or change state. Arguments: the machine and, where institutions
-- request the items, `asked`. A stopped institution cannot request a new item (account_suspended); items that arrive
-- for it or come back wait, also after an effect that could not be stopped.
-- The shared lock is for items that the transaction which stops the institution cannot see yet. They wait, or see the
-- new standing. compliance.lock_open_items locks older items.
-- Runs per statement, not per row. A hold changes the row again, and the version of that change must follow the version
-- of the statement (`keep_*`, first by name).
create or replace function compliance.apply_standing() returns trigger
  language plpgsql security definer set search_path = pg_catalog, pg_temp as $$
declare
  due uuid[];
  comes boolean[];
  item uuid;
  is_new boolean;
  whose uuid;
  is_closing boolean;
  standing text;
begin
  if tg_op = 'INSERT' then
    select array_agg(id order by id), array_agg(true) into due, comes from fresh where institution_id is not null;
  else
    with changed as materialized (
      select fresh.id, fresh.state, fresh.institution_id, stale.state as was, stale.institution_id as owner_before
      from fresh join stale on stale.id = fresh.id
      where fresh.institution_id is not null and (fresh.state, fresh.institution_id) is distinct from (stale.state, stale.institution_id))
    select array_agg(c.id order by c.id), array_agg(c.institution_id is distinct from c.owner_before
      or state.stop_effect(tg_argv[0], c.was, 'suspended') is null order by c.id)
    into due, comes from changed c
    where state.stop_effect(tg_argv[0], c.state, 'suspended') not in ('goes on', 'ends')
      or state.stop_effect(tg_argv[0], c.state, 'offboarded') not in ('goes on', 'ends');
  end if;
  for item, is_new in select * from unnest(due, comes) loop
    execute format('select institution_id, coalesce((to_jsonb(t) ->> ''closing'')::boolean, false) from %s t where id = $1', tg_relid::regclass)
      into whose, is_closing using item;
    if is_new then
      perform pg_advisory_xact_lock_shared(hashtextextended('standing ' || whose, 0));
    end if;
    standing := directory.standing_of(whose);
    if tg_op = 'INSERT' and tg_argv[1] = 'asked' and standing is not null and not is_closing then
      raise exception 'institution % is %: it cannot request new items', whose, standing
        using errcode = 'check_violation', constraint = 'account_suspended';
    end if;
    perform compliance.hold_item(tg_relid, tg_argv[0], item);
  end loop;
  return null;
end $$;
