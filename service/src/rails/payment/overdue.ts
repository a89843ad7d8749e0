/**
 * Facts about payments at a provider that none of its statements has reported: (source, provider, currency, kind,
 * amount, known_at, created_at). Found by `known_at` without reading all payments.
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
      ('credited', 'settlement', received - spread),
      ('credited', 'spread', nullif(spread, 0)),
      ('returned', 'return', received)) ended (state, kind, amount)
    where blockchain is null and p.state in ('completed', 'returned', 'credited') and p.state = ended.state and ended.amount is not null
  ) fact
  where not exists (select from rails.statement_entry entry where (entry.source, entry.kind) = (fact.source, fact.kind))
) unreported`

/**
 * A fact known when a statement was imported must be in that day's statement at the latest. So the statements of a provider
 * in a currency up to a day must report all facts known at this time. The arguments are SQL expressions.
 */
export const dueUntil = (provider: string, currency: string, day: string): string => `(
  select max(taken_at) from rails.statement s
  where (s.provider, s.currency) = (${provider}, ${currency}) and s.taken_on <= ${day})`
