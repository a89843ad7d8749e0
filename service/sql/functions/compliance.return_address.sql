-- The latest address that two people have named for the return of a rejected item; null if there is none. A hold that
-- was rejected together with another one has no address of its own.
create or replace function compliance.return_address(item uuid) returns text
  language sql stable set search_path = compliance, pg_temp as $$
  select h.return_to from hold h where h.subject_id = item and h.state = 'rejected' and h.return_to is not null
  order by h.updated_at desc, h.id desc limit 1
$$;
