-- Work that only one process may be at. The counter is a fence: it grows whenever somebody else takes the work over, and
-- each transaction of the work compares it before it commits. The holder is compared too: a standby that takes over may
-- lack the last count, and count to the same number again.
create table work.claim (
  name text primary key,
  holder uuid not null,
  token bigint not null
);
grant select on work.claim to specie_app;

-- The count that goes with this work from now on. Whoever calls it holds the lock of that name.
create function work.take_claim(p_name text, p_holder uuid) returns bigint
  language plpgsql security definer set search_path = work, pg_temp as $$
declare
  v_token bigint;
begin
  -- Most often it was ours before: then nothing is written.
  select token into v_token from claim where name = p_name and holder = p_holder;
  if found then
    return v_token;
  end if;
  -- It need not survive a crash of the server, which ends all sessions and their work.
  perform set_config('synchronous_commit', 'off', true);
  insert into claim as held (name, holder, token) values (p_name, p_holder, 1)
  on conflict (name) do update set holder = excluded.holder, token = held.token + 1
  returning token into v_token;
  return v_token;
end $$;

-- Raises unless the claim stands. The row stays locked until the transaction ends, so that nobody takes over meanwhile. A
-- transaction that has written nothing needs no permission, and this must not make it one that has.
create function work.assert_claim(p_name text, p_holder uuid, p_token bigint) returns void
  language plpgsql security definer set search_path = work, pg_temp as $$
begin
  if pg_current_xact_id_if_assigned() is null then
    return;
  end if;
  perform from claim where name = p_name and holder = p_holder and token = p_token for share;
  if not found then
    raise exception '% has passed to another process', p_name using errcode = 'SP001';
  end if;
end $$;

-- One row that /readyz writes, to see that a write commits.
create table work.pulse (
  only_row boolean primary key default true check (only_row),
  at timestamptz not null
);
insert into work.pulse (at) values (now());
grant select, update (at) on work.pulse to specie_app;

revoke execute on function work.take_claim, work.assert_claim from public;
grant execute on function work.take_claim, work.assert_claim to specie_app;
