-- Whether one of these institutions has a limit of a product. Most products have none at all, which one look at the index
-- tells.
create or replace function compliance.has_limit(institutions uuid[], product text) returns boolean
language sql stable as $$
  select exists (select from compliance.limit_rule r where r.product = has_limit.product and r.amount is not null)
    and exists (select from (select distinct institution from unnest(institutions) institution) asked
      where exists (select from compliance.limit_rule r where r.institution_id = asked.institution
        and r.product = has_limit.product and r.amount is not null))
$$;
