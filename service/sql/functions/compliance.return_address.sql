-- The address that a rejected item goes back to, as two people have named it last; null: none. A hold that was rejected with
-- another one has none of its own.
create or replace function compliance.return_address(item uuid) returns text
  language sql stable set search_path = compliance, pg_temp as $$
  select h.return_to from hold h where h.subject_id = item and h.state = 'rejected' and h.return_to is not null
  order by h.updated_at desc, h.id desc limit 1
$$;
