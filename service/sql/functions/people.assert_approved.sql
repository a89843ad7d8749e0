-- For triggers on changes that need two people: true when this transaction uses an approval of this kind for this
-- subject; otherwise refused (approval_missing).
create or replace function people.assert_approved(kind text, subject text) returns boolean
  language plpgsql stable set search_path = pg_catalog, pg_temp as $$
begin
  if people.approved_payload(kind, subject) is null then
    raise exception '% of % needs the approval of a second person', kind, subject
      using errcode = 'check_violation', constraint = 'approval_missing';
  end if;
  return true;
end $$;
