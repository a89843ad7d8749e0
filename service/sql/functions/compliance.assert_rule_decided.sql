-- Two people activate a version of a rule (rule.activate) and retire an active one (rule.retire). The version that another
-- one of the same rule replaces retires in the transaction that uses the approval of that one.
create or replace function compliance.assert_rule_decided() returns trigger
  language plpgsql set search_path = pg_catalog, pg_temp as $$
begin
  if new.state = 'active' then
    perform people.assert_approved('rule.activate', new.id::text);
  elsif not exists (select from compliance.rule_version v where v.rule_id = new.rule_id and v.id <> new.id
      and people.approved_payload('rule.activate', v.id::text) is not null) then
    perform people.assert_approved('rule.retire', new.id::text);
  end if;
  return new;
end $$;
