-- Where the institution requires it, a second person of the institution has approved exactly this row in this
-- transaction. Arguments: the kind of the approval, then the columns that its payload names. For a key, the payload
-- also names the public key. A field that an older payload does not have is null.
create or replace function people.assert_second_person_approved() returns trigger language plpgsql as $$
declare
  made jsonb := to_jsonb(new);
  agreed jsonb;
begin
  if not exists (select from people.second_person s
    where s.institution_id = new.institution_id and s.kind = tg_argv[0] and not s.is_dropped) then
    return new;
  end if;
  agreed := people.approved_payload(tg_argv[0], new.institution_id::text);
  if made ? 'spki' then
    made := made || jsonb_build_object('publickey', base.public_key_text(made ->> 'spki'));
  end if;
  if agreed is null or exists (select from unnest(tg_argv[1:]) field where coalesce(agreed -> field, 'null') is distinct from coalesce(made -> field, 'null')) then
    raise exception '% needs the approval of a second person', tg_argv[0]
      using errcode = 'check_violation', constraint = 'approval_missing', detail = jsonb_build_object('kind', tg_argv[0]);
  end if;
  return new;
end $$;
revoke all on function people.assert_second_person_approved from public;
