-- Two people accept a version of a list that was refused: `list.accept`.
create or replace function compliance.assert_version_accepted() returns trigger
  language plpgsql set search_path = pg_catalog, pg_temp as $$
begin
  perform from compliance.list_version v
  where v.list = new.list and v.sha256 = new.accepted and v.state = 'refused'
    and people.approved_payload('list.accept', v.id::text) is not null;
  if not found then
    raise exception 'a refused version of a list is accepted by two people: list.accept needs their approval'
      using errcode = 'check_violation', constraint = 'approval_missing';
  end if;
  return new;
end $$;
