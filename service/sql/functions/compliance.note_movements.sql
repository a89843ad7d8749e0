-- Notes items when they are first screened, and returns the versions of rules that look at them now. `items`: objects with
-- id, kind, institution_id, asset, priced_as (the fiat of a coin), amount, counterparty and countries, in their order.
-- Locks: the movements of their institutions and counterparties, where a rule counts (compliance.lock_movements).
create or replace function compliance.note_movements(items jsonb, at timestamptz)
  returns table (version_id uuid, is_shadow boolean, definition jsonb)
  language plpgsql security definer set search_path = pg_catalog, pg_temp as $$
declare
  fresh jsonb := (
    select jsonb_agg(one.item order by one.place) from jsonb_array_elements(items) with ordinality one (item, place)
    where not exists (select from compliance.movement m where m.item_id = (one.item ->> 'id')::uuid));
begin
  if fresh is not null then
    perform compliance.lock_movements(array_agg((item ->> 'institution_id')::uuid), array_agg(item ->> 'counterparty'))
    from jsonb_array_elements(fresh) item;
    insert into compliance.movement (item_id, kind, institution_id, asset, worth, counterparty, countries, risk_class, at)
      select i.id, i.kind, i.institution_id, i.asset,
        case when i.amount is null then 0 when i.priced_as = 'CHF' then round(i.amount * 100 / ledger.minor_units(i.asset, 1))
          else round(i.amount * 100 * r.units / (ledger.minor_units(i.asset, 1) * 10 ^ r.decimals::numeric)) end,
        i.counterparty, array(select distinct country from unnest(i.countries || p.countries) country order by country), p.risk_class,
        greatest(note_movements.at,
          (select max(m.at) from compliance.movement m where m.institution_id = i.institution_id),
          (select max(m.at) from compliance.movement m where m.counterparty = i.counterparty))
      from jsonb_array_elements(fresh) with ordinality one (item, place)
      cross join lateral jsonb_to_record(one.item) i (id uuid, kind text, institution_id uuid, asset text, priced_as text,
        amount numeric, counterparty text, countries text[])
      left join compliance.reference_rate r on r.symbol = i.priced_as || '/CHF'
      left join compliance.institution_profile p on p.institution_id = i.institution_id
      order by one.place
      on conflict (item_id) do nothing;
  end if;
  return query select v.id, v.state = 'shadow', v.definition from compliance.rule_version v
    where v.state in ('shadow', 'active') order by v.created_at, v.id;
end $$;
revoke all on function compliance.note_movements from public;
grant execute on function compliance.note_movements to specie_app;
