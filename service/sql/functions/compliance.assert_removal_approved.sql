-- An entry that staff have added to the own list ends by two people (list.remove), or by an entry of the same name that stops
-- at least as much. Checked at the end of the transaction, because the new entry begins after the old one has ended.
create or replace function compliance.assert_removal_approved() returns trigger
  language plpgsql set search_path = pg_catalog, pg_temp as $$
begin
  perform from compliance.list_entry e
  where e.list = 'own' and e.reference = new.reference and e.ended is null
    and e.effect in (new.effect, 'refuse') and e.content ->> 'kind' in (new.content ->> 'kind', 'other');
  if not found then
    perform people.assert_approved('list.remove', new.id::text);
  end if;
  return null;
end $$;
