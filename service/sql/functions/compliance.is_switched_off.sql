-- Whether nothing may leave for this item now, because a switch is pulled for its kind, or for the provider that it needs.
-- It continues once the switch is lifted.
create or replace function compliance.is_switched_off(item uuid) returns boolean
language sql stable set search_path = pg_catalog, pg_temp as $$
  select exists (select from compliance.switch w where w.lifted_at is null) and (
    exists (select from compliance.switchable s
      where s.subject in (item, compliance.whole_of(item)) and compliance.is_pulled(s.switches))
    or compliance.is_pulled('{provider}') and exists (select from work.open_intent i
      where i.subject = item and i.effect like 'provider.%'))
$$;
