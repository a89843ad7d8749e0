-- Whether a hold lies on this thing that a second person of its institution ends.
create or replace function compliance.awaits_second_person(thing uuid) returns boolean
  language sql stable set search_path = compliance, pg_temp as $$
  select exists (select from hold h where h.subject_id = thing and h.reason = 'approval_required' and h.state = 'placed')
$$;
