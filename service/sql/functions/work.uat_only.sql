-- Only UAT has settlement time.
create or replace function work.uat_only() returns trigger
  language plpgsql security definer set search_path = base, pg_temp as $$
begin
  if not base.is_uat() then
    raise exception 'production has no settlement clock' using errcode = 'insufficient_privilege';
  end if;
  return new;
end $$;
