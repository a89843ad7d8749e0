-- Waits for other transactions that count the movements of these institutions or counterparties, so that each counts the
-- others. Nothing to lock as long as no rule counts.
create or replace function compliance.lock_movements(institutions uuid[], counterparties text[]) returns void
  language plpgsql security definer set search_path = pg_catalog, pg_temp as $$
begin
  if not exists (select from compliance.rule_version v where v.state in ('shadow', 'active')
      and v.definition #>> '{looks_for,kind}' not in ('amount', 'country')) then
    return;
  end if;
  perform pg_advisory_xact_lock(hashtextextended('movements of ' || one.key, 0))
  from (select distinct key from unnest(institutions::text[] || counterparties) key where key is not null order by key) one;
end $$;
revoke all on function compliance.lock_movements from public;
grant execute on function compliance.lock_movements to specie_app;
