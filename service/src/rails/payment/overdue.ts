/**
 * What we know of payments at a provider, and none of its statements has told: (source, provider, currency, kind, amount,
 * known_at, created_at). Found by `known_at` without reading all payments.
 */
export const overdue = `(
  select fact.*, split_part(source, '/', 1) as provider
  from (
    select source, received_currency as currency, 'arrival' as kind, received as amount, created_at as known_at, created_at
    from rails.payment where blockchain is null
    union all
    select source, received_currency, ended.kind, ended.amount, updated_at, created_at
    from rails.payment p
    cross join lateral (values
      ('completed', 'settlement', received - spread),
      ('completed', 'spread', nullif(spread, 0)),
      ('returned', 'return', received)) ended (state, kind, amount)
    where blockchain is null and p.state in ('completed', 'returned') and p.state = ended.state and ended.amount is not null
  ) fact
  where not exists (select from rails.statement_entry told where (told.source, told.kind) = (fact.source, fact.kind))
) untold`

/**
 * What was known when a statement was taken in, the statement of that day must tell at the latest. So the statements of a
 * provider in a currency up to a day tell all that was known at this time. Each is an expression of SQL.
 */
export const dueUntil = (provider: string, currency: string, day: string): string => `(
  select max(taken_at) from rails.statement s
  where (s.provider, s.currency) = (${provider}, ${currency}) and s.taken_on <= ${day})`
