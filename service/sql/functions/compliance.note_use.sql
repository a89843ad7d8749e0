-- compliance.note_use(subject, institution, product, asset, amount, is_over): notes an item whose amount is returned
-- to the limit if it ends before it leaves.
create or replace function compliance.note_use(subject uuid, institution uuid, product text, asset text, amount numeric,
  is_over boolean) returns void
language sql set search_path = pg_catalog, pg_temp as $$
  insert into compliance.limit_item (subject, asset, institution_id, product, day, amount, is_over)
  values (subject, asset, institution, product,
    (work.settlement_at(now()) at time zone compliance.limit_zone(asset))::date, amount, is_over)
$$;
revoke all on function compliance.note_use from public;
