-- A client id gets the same answer again, byte for byte (O2). An answer is stored once; the hash of a transaction that
-- was not signed yet (txid null) is filled in once later.
create or replace function work.assert_answer_unchanged() returns trigger language plpgsql as $$
begin
  if old.answer = '{}' or old.answer -> 'txid' = 'null' and old.answer - 'txid' = new.answer - 'txid' then
    return new;
  end if;
  raise exception 'the answer to % is final', new.clreqid using errcode = 'check_violation';
end $$;
revoke all on function work.assert_answer_unchanged from public;
