-- The item on which holds for this item are placed. The whole that it is a part of, or itself.
create or replace function compliance.whole_of(item uuid) returns uuid language sql stable as $$
  select coalesce((select whole from compliance.part where id = item), item)
$$;
