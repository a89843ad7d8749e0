/**
 * What we know of payments at a provider, and none of its statements has told: (source, provider, currency, kind, amount,
 * created_at, due_on). What was known when a statement was taken in, the statement of that day must tell at the latest.
 */
export const untold = `(
  select source, split_part(source, '/', 1) as provider, received_currency as currency, fact.kind, fact.amount, created_at,
    (select taken_on from rails.statement s
     where (s.provider, s.currency) = (split_part(source, '/', 1), received_currency) and s.taken_at >= fact.at
     order by s.taken_at, s.day limit 1) as due_on
  from rails.payment p
  cross join lateral (values
    ('arrival', received, created_at),
    ('settlement', received - spread, case state when 'completed' then updated_at end),
    ('spread', nullif(spread, 0), case state when 'completed' then updated_at end),
    ('return', received, case state when 'returned' then updated_at end)) fact (kind, amount, at)
  where blockchain is null and fact.amount is not null and fact.at is not null
    and not exists (select from rails.statement_entry told where told.source = p.source and told.kind = fact.kind)
) untold`
