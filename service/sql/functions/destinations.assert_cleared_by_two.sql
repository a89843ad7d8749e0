-- Two people of the staff clear a bank account in a foreign name, or a wallet that a third party hosts, in the
-- transaction that uses their approval of this kind (the argument). UAT whitelists by its sandbox.
create or replace function destinations.assert_cleared_by_two() returns trigger
  language plpgsql set search_path = pg_catalog, pg_temp as $$
begin
  if not base.is_uat() then
    perform people.assert_approved(tg_argv[0], new.id::text);
  end if;
  return new;
end $$;
revoke all on function destinations.assert_cleared_by_two from public;
