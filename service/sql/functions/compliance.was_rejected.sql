-- Whether people have rejected a hold on this thing: then it goes back without a further decision.
create or replace function compliance.was_rejected(subject uuid) returns boolean
  language sql stable set search_path = compliance, pg_temp as $$
  select exists (select from hold h where h.subject_id = was_rejected.subject and h.state = 'rejected')
$$;
