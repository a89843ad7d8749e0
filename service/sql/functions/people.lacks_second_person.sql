-- Whether this row is unusable because its institution now requires a second person for it (`kind`) and none has
-- approved it: it was added before the choice. `made`: the row of a key, an address or a bank account. Columns that may
-- change later, such as a label, are not compared.
create or replace function people.lacks_second_person(kind text, made jsonb) returns boolean
  language sql stable set search_path = pg_catalog, pg_temp as $$
  select exists (select from people.second_person s
      where s.institution_id::text = made ->> 'institution_id' and s.kind = lacks_second_person.kind and not s.is_dropped)
    and not exists (select from people.approved_payloads(lacks_second_person.kind, made ->> 'institution_id') agreed
      where case lacks_second_person.kind
        when 'member.key' then agreed -> 'scopes' = made -> 'scopes'
          and agreed ->> 'publickey' = base.public_key_text(made ->> 'spki')
        when 'member.address' then (agreed ->> 'blockchain', agreed ->> 'address', agreed ->> 'vasp', agreed ->> 'travel_address',
            coalesce(agreed -> 'beneficiary', 'null'))
          is not distinct from (made ->> 'blockchain', made ->> 'address', made ->> 'vasp', made ->> 'travel_address',
            coalesce(made -> 'beneficiary', 'null'))
        else (agreed ->> 'currency', agreed ->> 'identifier', agreed ->> 'name')
          is not distinct from (made ->> 'currency', made ->> 'identifier', made ->> 'name')
      end)
$$;
revoke all on function people.lacks_second_person from public;
grant execute on function people.lacks_second_person to specie_app;
