-- Ends requests that nobody has decided on in time; nothing is approved by waiting. Returns how many. Locks: these approvals.
create or replace function people.expire_approvals(at timestamptz) returns bigint
  language plpgsql security definer set search_path = people, pg_temp as $$
declare
  ended bigint;
begin
  perform state.acting('service', 'nobody decided in time', at);
  with due as (
    select a.id from approval a where a.state = 'waiting' and a.expires_at <= at
    order by a.expires_at limit 100 for update skip locked
  )
  update approval a set state = 'expired', updated_at = at from due where a.id = due.id;
  get diagnostics ended = row_count;
  return ended;
end $$;
revoke all on function people.expire_approvals from public;
grant execute on function people.expire_approvals to specie_app;
