-- The hold by which two people have frozen this item; null if there is none.
create or replace function compliance.frozen_hold(item uuid) returns uuid
  language sql stable set search_path = compliance, pg_temp as $$
  select h.id from hold h where h.subject_id = item and h.state = 'frozen' order by h.updated_at, h.id limit 1
$$;
