-- Before a row that was added earlier becomes usable. The institution may have required a second person since then. The
-- argument is the kind of the approval. Refused: approval_missing; the row must be removed and requested again.
create or replace function people.assert_still_approved() returns trigger language plpgsql as $$
begin
  if people.lacks_second_person(tg_argv[0], to_jsonb(new)) then
    raise exception '% needs the approval of a second person, required since it was added', tg_argv[0] using errcode = 'check_violation',
      constraint = 'approval_missing', detail = jsonb_build_object('kind', tg_argv[0], 'is_older', true);
  end if;
  return new;
end $$;
revoke all on function people.assert_still_approved from public;
