-- For a trigger on conversions: a completed one counts in both of its assets. The caller has locked the limits before
-- the accounts (compliance.lock_limits).
create or replace function compliance.count_exchange() returns trigger
language plpgsql security definer set search_path = pg_catalog, pg_temp as $$
declare
  assets text[] := string_to_array(new.symbol, '/');
  amounts numeric[] := array[new.qty, new.amount];
  owners uuid[] := array[new.institution_id, new.institution_id];
  exceeded jsonb;
begin
  if compliance.lock_limits(owners, 'trade', assets) then
    exceeded := coalesce(compliance.exceeded_limit(new.institution_id, 'trade', assets[1], amounts[1]),
      compliance.exceeded_limit(new.institution_id, 'trade', assets[2], amounts[2]));
    if exceeded is not null then
      perform compliance.refuse_use(exceeded);
    end if;
  end if;
  perform compliance.count_uses(owners, 'trade', assets, amounts);
  return null;
end $$;
revoke all on function compliance.count_exchange from public;
