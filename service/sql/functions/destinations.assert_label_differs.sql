-- Refuses a destination whose label differs from another one of its institution by case alone, because people would
-- confuse them. Raised as a uniqueness violation under the name of the trigger. A trigger instead of an index, because
-- older rows may be such a pair. The lock serialises concurrent inserts.
create or replace function destinations.assert_label_differs() returns trigger
language plpgsql set search_path = pg_catalog, pg_temp as $$
declare
  is_taken boolean;
begin
  perform pg_advisory_xact_lock(hashtextextended('labels ' || new.institution_id, 0));
  execute format('select exists (select from %I.%I where institution_id = $1 and lower(label) = lower($2))',
    tg_table_schema, tg_table_name)
    into is_taken using new.institution_id, new.label;
  if is_taken then
    raise exception 'the label % is in use', new.label using errcode = 'unique_violation', constraint = tg_name;
  end if;
  return new;
end $$;
revoke all on function destinations.assert_label_differs from public;
