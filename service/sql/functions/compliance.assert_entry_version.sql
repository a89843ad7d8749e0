-- An entry begins and ends with the active version of its list. It ends once.
create or replace function compliance.assert_entry_version() returns trigger
  language plpgsql set search_path = pg_catalog, pg_temp as $$
begin
  if tg_op = 'UPDATE' and (old.ended is not null or new.ended is null) then
    raise exception 'an entry of a list ends once'
      using errcode = 'insufficient_privilege', hint = 'Begin the entry again with a new version.';
  end if;
  perform from compliance.list_version v
  where v.id = case when tg_op = 'INSERT' then new.began else new.ended end and v.list = new.list and v.state = 'active';
  if not found then
    raise exception 'an entry of a list begins and ends with the active version only'
      using errcode = 'insufficient_privilege', hint = 'Write the version first, in the same transaction.';
  end if;
  return new;
end $$;
