import { formatPrice } from '@specie/protocol/money.ts'
import type { PayloadOf } from '@specie/protocol/people/approvals/payloads.ts'
import { searchEntries } from '../../base/audit/search.ts'
import type { Sql } from '../../base/database/db.ts'
import type { Env } from '../../base/env.ts'
import { change, evidence, type Fact, money, text, time } from '../../base/facts.ts'
import { actorText, institutionFact } from '../../directory/facts.ts'
import { clientLots } from '../../ledger/explorer/client-lots.ts'
import { indicativePrices } from '../../markets/rate/rates.ts'
import { allPairs } from './pair.ts'
import { listVenues } from './register-venue.ts'

// The requests about trading for the people who decide on them.

/** `pair.resume`: who halted the pair, when and why. */
export async function pairResumeFacts(
  _env: Env,
  sql: Sql,
  { symbol, halt }: PayloadOf<'pair.resume'>,
): Promise<Fact[]> {
  const [pair] = await sql.query<{ halted: string | null; version: string }>(
    'select halted, version::text as version from trading.pair where symbol = $1',
    [symbol],
  )
  const [last] = (await searchEntries(sql, { subject: symbol, action: 'pair.halted', limit: 1 })).items
  const reference = await referencePrice(sql, symbol)
  return [
    text('Pair', symbol),
    text('Reason of the halt', pair?.halted ?? null),
    ...(last ? [text('Halted by', await actorText(sql, last.actor)), time('Halted', last.at)] : []),
    change('Trading', pair?.halted == null ? 'allowed' : 'halted', 'allowed'),
    text('Outcome', 'The range of the reference price and the counts of the desk start again.', { part: 'effect' }),
    evidence(text('This halt', pair?.version === halt ? 'is the current one' : 'is not the current one')),
    evidence(text('Reference price now', reference)),
  ]
}

async function referencePrice(sql: Sql, symbol: string): Promise<string | null> {
  const pair = allPairs.find((one) => one.symbol === symbol)
  const price = pair && (await indicativePrices(sql, pair.quote))(pair.base)
  return price ? formatPrice(price) : null
}

/** `venue.register`: whose balances back the quotes. */
export async function venueFacts(
  _env: Env,
  sql: Sql,
  { name, institutionid }: PayloadOf<'venue.register'>,
): Promise<Fact[]> {
  const lots = await clientLots(sql, institutionid)
  const venues = await listVenues(sql)
  return [
    text('Venue', name),
    await institutionFact(sql, institutionid, 'Institution behind it'),
    text('Outcome', 'Its quotes fill orders, and the balances of the institution are its inventory.', {
      part: 'effect',
    }),
    ...Array.from(lots, ([asset, { available }]) => evidence(money('Inventory', { asset, minor: available }))),
    text('Other venues', venues.map((venue) => venue.name).join(', ') || null, { part: 'unchanged' }),
  ]
}
