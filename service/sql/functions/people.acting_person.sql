-- The person who owns this token, for functions in which people decide; refused with `approval_not_signed_in` when
-- there is no live session. Not callable by the service.
create or replace function people.acting_person(token text, at timestamptz,
    out session_id uuid, out person_id uuid, out institution_id uuid, out side text, out roles text[], out kind text,
    out factor_at timestamptz)
  language plpgsql security definer set search_path = pg_catalog, pg_temp as $$
begin
  select s.id, p.id, p.institution_id, p.side, s.kind, s.factor_at,
    array(select r.role from directory.person_role r where r.person_id = p.id and not r.is_taken)
  into session_id, person_id, institution_id, side, kind, factor_at, roles
  from people.session_of(token, null, at) live
    join people.session s on s.id = live.session_id join directory.person p on p.id = live.person_id;
  if person_id is null then
    perform people.refuse_approval('not_signed_in');
  end if;
end $$;
revoke all on function people.acting_person from public;
