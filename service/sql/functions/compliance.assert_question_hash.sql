-- A question is about the party under whose hash its answer counts: otherwise the answer about another party would count for
-- this one. What is sealed cannot be compared here.
create or replace function compliance.assert_question_hash() returns trigger
  language plpgsql set search_path = pg_catalog, pg_temp as $$
begin
  if new.content is not null and new.party_hash is distinct from compliance.party_hash(new.content) then
    raise exception 'the hash of a question is not that of its party'
      using errcode = 'check_violation', hint = 'Ask about the party as it is compared.';
  end if;
  return new;
end $$;
