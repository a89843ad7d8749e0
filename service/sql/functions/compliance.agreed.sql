-- Whether the Travel Rule lets the coins of this transfer leave: the provider of the wallet has approved, or none is
-- needed.
create or replace function compliance.agreed(subject uuid) returns boolean language sql stable as $$
  select exists (select from compliance.exchange e
    where e.subject_id = subject and e.direction = 'out' and compliance.is_agreed(e))
$$;
