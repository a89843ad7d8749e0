-- What a client was told under its id is told again, byte for byte (O2). An answer is stored once; the hash of a transaction that
-- was not signed yet (txid null) is decided once afterwards.
create or replace function work.answer_stays() returns trigger language plpgsql as $$
begin
  if old.answer = '{}' or old.answer -> 'txid' = 'null' and old.answer - 'txid' = new.answer - 'txid' then
    return new;
  end if;
  raise exception 'the answer to % was given', new.clreqid using errcode = 'check_violation';
end $$;
revoke all on function work.answer_stays from public;
