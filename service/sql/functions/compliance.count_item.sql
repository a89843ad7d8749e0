-- For triggers on new items: counts them against the limits of their institution, in the transaction that accepts them.
-- Arguments: the product, and the columns of the asset and of the amount. An item that would exceed a limit is refused;
-- with a fourth argument, `arrives`, it is noted as above the limit, because it cannot be refused. The payments to an
-- institution that leaves (`closing`) are counted, and not limited.
create or replace function compliance.count_item() returns trigger
language plpgsql security definer set search_path = pg_catalog, pg_temp as $$
declare
  made jsonb := to_jsonb(new);
  product text := case when tg_argv[0] = 'rail' then case when made ->> 'blockchain' is null then 'onramp' else 'offramp' end
    else tg_argv[0] end;
  asset text := made ->> tg_argv[1];
  amount numeric := (made ->> tg_argv[2])::numeric;
  exceeded jsonb;
begin
  if compliance.lock_limits(array[new.institution_id], product, array[asset]) then
    exceeded := compliance.exceeded_limit(new.institution_id, product, asset, amount);
    if exceeded is not null and tg_argv[3] is null and coalesce((made ->> 'closing')::boolean, false) is false then
      perform compliance.refuse_use(exceeded);
    end if;
  end if;
  perform compliance.count_uses(array[new.institution_id], product, array[asset], array[amount]);
  perform compliance.note_use(new.id, new.institution_id, product, asset, amount,
    exceeded is not null and tg_argv[3] is not null);
  return null;
end $$;
revoke all on function compliance.count_item from public;
