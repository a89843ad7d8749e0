-- A person does not say alone which entries an unclear line tells of: two people do, in the transaction that uses their approval,
-- be it these entries (bank.match_line) or a movement of its own (bank.book_line). What they have decided stays. After the row
-- is written: a line that is there already is updated by an insert that conflicts, which has another id before.
create or replace function banking.assert_line_approved() returns trigger language plpgsql as $$
declare
  matched jsonb := people.approved_payload('bank.match_line', new.id::text);
begin
  if matched is null then
    perform people.assert_approved('bank.book_line', new.id::text);
  elsif array(select distinct entry::bigint from jsonb_array_elements_text(matched -> 'entries') entry order by 1)
    <> array(select distinct entry from unnest(new.entries) entry order by 1) then
    raise exception 'bank.match_line of % needs the approval of a second person for these entries', new.id
      using errcode = 'check_violation', constraint = 'approval_missing';
  end if;
  return null;
end $$;
