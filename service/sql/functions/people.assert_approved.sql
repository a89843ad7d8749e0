-- For triggers of what needs two people: true when an approval of this kind, for this subject, was used in this very
-- transaction; refused otherwise (approval_missing).
create or replace function people.assert_approved(kind text, subject text) returns boolean
  language plpgsql stable set search_path = pg_catalog, pg_temp as $$
begin
  if people.approved_payload(kind, subject) is null then
    raise exception '% of % needs the approval of a second person', kind, subject
      using errcode = 'check_violation', constraint = 'approval_missing';
  end if;
  return true;
end $$;
