-- Refuses a destination whose label differs from another one of its institution by case alone: people take them for the same.
-- As a violation of uniqueness, under the name of the trigger. A trigger and no index: earlier entries may be such a pair. The lock
-- makes two that are added at once wait for each other.
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
