-- The last line of an account that is earlier than the instant. Lines are bisected instead of read, because an account may have
-- millions. They are dated in their order, except for the milliseconds by which the clocks of processes differ. `known`: a
-- line that is earlier; 0: none is known.
create or replace function ledger.last_line_before(account bigint, known bigint, newest bigint, instant timestamptz)
  returns bigint language plpgsql stable set search_path = ledger, pg_temp as $$
declare
  middle bigint;
begin
  while known < newest loop
    middle := (known + newest + 1) / 2;
    if (select j.at < instant from entry e join journal j on j.id = e.journal_id
      where e.account_id = account and e.version = middle) then
      known := middle;
    else
      newest := middle - 1;
    end if;
  end loop;
  return known;
end $$;
