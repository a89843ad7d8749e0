-- Puts the alerts since this time that are in no case into the open case of their institution or party, and opens the cases
-- that are missing. `due`: the due time of each risk class. Returns the cases that got alerts. Locks: all cases.
create or replace function compliance.group_alerts(since timestamptz, due jsonb, at timestamptz)
  returns table (case_id uuid, is_new boolean, alerts integer)
  language plpgsql security definer set search_path = pg_catalog, pg_temp as $$
declare
  opened uuid[];
begin
  perform compliance.lock_cases();
  perform state.set_actor('service', 'alerts arrived', group_alerts.at);
  with fresh as (
    select distinct u.about, u.party from compliance.ungrouped(since) u
    where not exists (select from compliance.case_file c
      where c.about is not distinct from u.about and c.party is not distinct from u.party and c.state in ('open', 'in_review'))
  ), placed as (
    insert into compliance.case_file (id, about, party, follows, risk_class, state, due_at, created_at, updated_at)
    select gen_random_uuid(), f.about, f.party, before.id, risk.class, 'open', (due ->> risk.class)::timestamptz,
      group_alerts.at, group_alerts.at
    from fresh f
      left join lateral (select c.id from compliance.case_file c
        where c.about is not distinct from f.about and c.party is not distinct from f.party
        order by c.created_at desc, c.id desc limit 1) before on true
      cross join lateral (select coalesce((select p.risk_class from compliance.institution_profile p
        where p.institution_id = f.about), 'high') as class) risk
    returning id
  )
  select coalesce(array_agg(id), '{}') into opened from placed;
  return query
    with joined as (
      insert into compliance.case_alert (key, case_id, kind, source, subject_kind, subject_id, at, joined_at)
      select u.key, c.id, u.kind, u.source, u.subject_kind, u.subject_id, u.at, group_alerts.at
      from compliance.ungrouped(since) u join compliance.case_file c
        on c.about is not distinct from u.about and c.party is not distinct from u.party and c.state in ('open', 'in_review')
      returning case_alert.case_id
    )
    select j.case_id, j.case_id = any(opened), count(*)::integer from joined j group by j.case_id;
end $$;
revoke all on function compliance.group_alerts from public;
grant execute on function compliance.group_alerts to specie_app;
