-- Two people decide which entries an unclear line reports: these entries (bank.match_line) or a movement of its own
-- (bank.book_line), in the transaction that uses their approval. The decision is final. Runs after the write. An insert
-- that conflicts becomes an update of the existing row, which has another id than the row before the insert.
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
