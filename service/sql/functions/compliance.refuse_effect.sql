-- Refuses an effect for an item on hold, and one that leaves now for an item that is switched off. The outboxes check
-- before (stopped_among); this catches code that does not.
create or replace function compliance.refuse_effect() returns trigger
  language plpgsql security definer set search_path = pg_catalog, pg_temp as $$
begin
  if compliance.is_stopped(new.subject) then
    raise exception '% is on hold: % cannot begin an effect for it', new.subject, tg_table_name using errcode = 'check_violation';
  end if;
  if tg_op = 'UPDATE' and compliance.is_switched_off(new.subject) then
    raise exception '% is switched off: % cannot begin an effect for it', new.subject, tg_table_name
      using errcode = 'check_violation';
  end if;
  return new;
end $$;
