-- Claims this work and returns its new count. The caller holds the advisory lock of that name.
create or replace function work.take_claim(p_name text, p_holder uuid) returns bigint
  language plpgsql security definer set search_path = work, pg_temp as $$
declare
  v_token bigint;
begin
  -- Usually this process held it before. Then nothing is written.
  select token into v_token from claim where name = p_name and holder = p_holder;
  if found then
    return v_token;
  end if;
  -- The row need not survive a crash of the server, which ends all sessions and their work.
  perform set_config('synchronous_commit', 'off', true);
  insert into claim as held (name, holder, token) values (p_name, p_holder, 1)
  on conflict (name) do update set holder = excluded.holder, token = held.token + 1
  returning token into v_token;
  return v_token;
end $$;
revoke all on function work.take_claim from public;
grant execute on function work.take_claim to specie_app;
