-- No effect begins for what a hold lies on. The outboxes look before (stopped_among); this is for what forgets to.
create or replace function compliance.refuse_effect() returns trigger
  language plpgsql security definer set search_path = pg_catalog, pg_temp as $$
begin
  if compliance.is_stopped(new.subject) then
    raise exception '% is on hold: % begins nothing for it', new.subject, tg_table_name using errcode = 'check_violation';
  end if;
  return new;
end $$;
create or replace trigger holds before insert on chains.operation for each row execute function compliance.refuse_effect();
create or replace trigger holds before insert on banking.payout for each row execute function compliance.refuse_effect();
create or replace trigger leaves before update on banking.payout for each row
  when (old.state = 'prepared' and new.state = 'batched') execute function compliance.refuse_effect();
create or replace trigger leaves before update on work.intent for each row
  when (new.state = 'sent') execute function compliance.refuse_effect();
