-- The latest hold on this item that people have rejected; null if there is none.
create or replace function compliance.rejected_hold(subject uuid) returns uuid
  language sql stable set search_path = compliance, pg_temp as $$
  select h.id from hold h where h.subject_id = rejected_hold.subject and h.state = 'rejected'
  order by h.updated_at desc, h.id desc limit 1
$$;
