-- Whether this item has a hold that a second person of its institution ends.
create or replace function compliance.awaits_second_person(item uuid) returns boolean
  language sql stable set search_path = compliance, pg_temp as $$
  select exists (select from hold h where h.subject_id = item and h.reason = 'approval_required' and h.state = 'placed')
$$;
