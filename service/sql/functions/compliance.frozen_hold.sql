-- The hold by which two people have frozen this thing; null: none.
create or replace function compliance.frozen_hold(thing uuid) returns uuid
  language sql stable set search_path = compliance, pg_temp as $$
  select h.id from hold h where h.subject_id = thing and h.state = 'frozen' order by h.updated_at, h.id limit 1
$$;
