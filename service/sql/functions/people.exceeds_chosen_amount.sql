-- Whether this institution requires a second person above an amount of this kind, and this quantity exceeds it. The
-- amount is the one chosen for `counted_as`: coins that leave as fiat count as that fiat.
create or replace function people.exceeds_chosen_amount(institution uuid, kind text, asset text, counted_as text, quantity numeric) returns boolean
  language sql stable set search_path = pg_catalog, pg_temp as $$
  select exists (select from people.second_person s
    where s.institution_id = exceeds_chosen_amount.institution and s.kind = exceeds_chosen_amount.kind and not s.is_dropped
      and exceeds_chosen_amount.quantity > coalesce(ledger.minor_units(asset, (s.amounts ->> counted_as)::numeric), 0))
$$;
