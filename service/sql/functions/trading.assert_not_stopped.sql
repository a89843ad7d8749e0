-- Nothing is promised to an institution that is suspended or offboarded (account_suspended): no quote, no conversion, and an order
-- that is not decided yet is not filled.
create or replace function trading.assert_not_stopped() returns trigger language plpgsql as $$
begin
  -- Whoever stops the institution at this moment waits, or is seen.
  perform pg_advisory_xact_lock_shared(hashtextextended('standing ' || new.institution_id, 0));
  if directory.standing_of(new.institution_id) is not null then
    raise exception 'institution % is stopped: nothing is promised to it', new.institution_id
      using errcode = 'check_violation', constraint = 'account_suspended';
  end if;
  return new;
end $$;
