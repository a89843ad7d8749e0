-- Who is this, and may they do this now?

create schema institutions;
grant usage on schema institutions to specie_app;

create table institutions.institution (
  id uuid primary key,
  name text not null check (length(name) between 1 and 140),
  created_at timestamptz not null
);

create table institutions.kyb_case (
  id uuid primary key,
  institution_id uuid not null unique references institutions.institution (id),
  state text not null,
  created_at timestamptz not null,
  updated_at timestamptz not null
);
create trigger moves before insert or update on institutions.kyb_case
  for each row execute function state.enforce('kyb_case');

create table institutions.agreement (
  id uuid primary key,
  institution_id uuid not null references institutions.institution (id),
  product text not null check (product in ('stablecoin_issuance', 'crypto_conversion')),
  version text not null,
  state text not null,
  created_at timestamptz not null,
  updated_at timestamptz not null
);
create unique index one_active_agreement on institutions.agreement (institution_id, product) where state = 'active';
create trigger moves before insert or update on institutions.agreement
  for each row execute function state.enforce('agreement');

create table institutions.api_key (
  id uuid primary key,
  institution_id uuid not null references institutions.institution (id),
  spki bytea not null unique,  -- public by nature; the private key never comes here
  label text not null,
  scopes text[] not null,
  ip_allowlist cidr[] not null default '{}',  -- empty: from anywhere
  state text not null,
  created_at timestamptz not null,
  updated_at timestamptz not null
);
create index on institutions.api_key (institution_id);
create trigger moves before insert or update on institutions.api_key
  for each row execute function state.enforce('api_key');

-- Apart from the key itself because it changes with every call; half-empty pages keep those updates in place (HOT).
create table institutions.key_use (
  key_id uuid primary key references institutions.api_key (id),
  last_nonce numeric(20, 0) not null default -1,
  next_at timestamptz not null default '-infinity'  -- when the next call is due at one per second
) with (fillfactor = 50);

grant select, insert on institutions.institution to specie_app;
grant select, insert, update (state, updated_at) on institutions.kyb_case, institutions.agreement to specie_app;
grant select, insert, update (state, updated_at, label, scopes, ip_allowlist) on institutions.api_key to specie_app;
grant select, insert (key_id) on institutions.key_use to specie_app;

-- Nonce and rate of many requests in one atomic, durable step, the same for all processes (A1). The signatures have
-- been verified before. In order of arrival, for each key: a nonce must be higher than every one before it, and is
-- spent whatever the rate says; then at most one request a second passes, 50 ms early at most. Due times advance by a
-- full second each (GCRA), so that the tolerance forgives jitter without ever allowing more than one per second over
-- time; what is refused does not push the next slot back.
--
-- The database's own clock decides: it is the one clock that all processes share.
-- The answer carries what the gate needs to know at this moment (scopes, allow-list, KYB, agreements): one round trip.
create function institutions.admit(keys uuid[], nonces numeric[])
  returns table (outcome text, key_state text, highest_nonce numeric, retry_ms integer,
                 scopes text[], ip_allowlist text[], kyb text, agreements text[])
  language plpgsql security definer set search_path = institutions, pg_temp as $$
declare
  now_at timestamptz;
begin
  perform from key_use u where u.key_id = any (keys) order by u.key_id for no key update;
  now_at := clock_timestamp();  -- read after the locks: waiting for them takes time
  return query
  with asked as (
    select a.ord, a.key_id, a.nonce, k.state, k.scopes, k.ip_allowlist, k.institution_id,
           k.state in ('active', 'rotating') as usable,
           -- A clock that was set back must not lock anybody out for longer than one slot.
           least(u.next_at, now_at + interval '1050 ms') as due,
           greatest(u.last_nonce, max(a.nonce) over (partition by a.key_id order by a.ord
             rows between unbounded preceding and 1 preceding)) as highest
    from unnest(keys, nonces) with ordinality as a (key_id, nonce, ord)
    join key_use u on u.key_id = a.key_id
    join api_key k on k.id = a.key_id
  ), judged as (
    select a.*, a.usable and a.nonce > a.highest as fresh,
           count(*) filter (where a.usable and a.nonce > a.highest) over (partition by a.key_id order by a.ord) as nth
    from asked a
  ), passed as (
    select j.*, j.fresh and j.nth = 1 and j.due - interval '50 ms' <= now_at as admitted from judged j
  ), used as (
    select p.key_id, max(p.nonce) as nonce,
           case when bool_or(p.admitted) then greatest(min(p.due), now_at) + interval '1 second' else min(p.due) end as next_at
    from passed p where p.fresh group by p.key_id
  ), spent as (
    update key_use u set last_nonce = s.nonce, next_at = s.next_at from used s where u.key_id = s.key_id
  )
  select case when not p.usable then 'inactive' when not p.fresh then 'stale'
              when p.admitted then 'admitted' else 'limited' end,
         p.state, greatest(p.highest, s.nonce),
         greatest(1, ceil(extract(epoch from s.next_at - now_at) * 1000))::integer,
         p.scopes, p.ip_allowlist::text[],
         (select c.state from kyb_case c where c.institution_id = p.institution_id),
         array(select g.product from agreement g where g.institution_id = p.institution_id and g.state = 'active')
  from passed p left join used s on s.key_id = p.key_id
  order by p.ord;
end $$;
revoke all on function institutions.admit(uuid[], numeric[]) from public;
grant execute on function institutions.admit(uuid[], numeric[]) to specie_app;
