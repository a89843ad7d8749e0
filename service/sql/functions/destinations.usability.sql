-- Whether a withdrawal address in this state may be used: usable, waits (possibly later), or gone (never again). The
-- only place that decides it. The planner inlines it.
create or replace function destinations.usability(state text, travel_rule_status text) returns text
  language sql immutable as $$
  select case when state in ('revoked', 'rejected') then 'gone'
    when state = 'active' and travel_rule_status = 'complete' then 'usable' else 'waits' end
$$;
