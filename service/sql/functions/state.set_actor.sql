-- Sets the actor, the reason and the time of the following steps, until the transaction ends.
create or replace function state.set_actor(actor text, why text, at timestamptz) returns void language sql as $$
  select set_config('specie.actor', actor, true), set_config('specie.why', why, true),
         set_config('specie.at', at::text, true)
$$;
