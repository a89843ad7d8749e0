-- A suspended or offboarded institution (account_suspended) gets no quote and no conversion, and its undecided orders
-- are not filled.
create or replace function trading.assert_not_stopped() returns trigger language plpgsql as $$
begin
  -- A transaction that stops the institution at this moment waits, or is visible here.
  perform pg_advisory_xact_lock_shared(hashtextextended('standing ' || new.institution_id, 0));
  if directory.standing_of(new.institution_id) is not null then
    raise exception 'institution % is stopped: it gets no quote, conversion or fill', new.institution_id
      using errcode = 'check_violation', constraint = 'account_suspended';
  end if;
  return new;
end $$;
