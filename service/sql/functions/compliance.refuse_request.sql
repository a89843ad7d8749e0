-- For triggers on new requests: refused while their switch is pulled, or that of the whole API. The argument is the switch;
-- with an asset, also the one of the asset and of its chain. A rail has the switch of its direction. The payments to an
-- institution that leaves (`closing`) are stored, and wait.
create or replace function compliance.refuse_request() returns trigger
language plpgsql set search_path = pg_catalog, pg_temp as $$
declare
  made jsonb := to_jsonb(new);
  switches text[] := array['api'];
begin
  if coalesce((made ->> 'closing')::boolean, false) then
    return new;
  end if;
  if made ? 'railtype' then
    switches := switches || case made ->> 'railtype' when 'FiatToStablecoin' then 'onramp' else 'offramp' end;
  elsif tg_nargs > 0 then
    switches := switches || tg_argv[0] || (tg_argv[0] || ':' || (made ->> 'asset'))
      || (tg_argv[0] || ':' || (made ->> 'asset') || ':' || (made ->> 'blockchain'));
  end if;
  perform compliance.assert_not_pulled(switches);
  return new;
end $$;
