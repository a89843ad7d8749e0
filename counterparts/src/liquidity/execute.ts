import { type Amount, parseAmount, parsePrice, type Price, times } from '@specie/protocol/money.ts'
import { wall } from '../machine.ts'
import { money, Refusal } from '../refusal.ts'
import { taker } from '../pending-faults.ts'
import { usualSeconds } from './misbehaviour.ts'
import type { Quote } from './quotes.ts'
import { instrumentOf, type Pair, pairOf, type VenueName } from './terms.ts'
import { type Answer, type Ask, hashOf, type Venue } from './venue.ts'

/** Null: the connection must end without an answer. */
type Reaction = { answer: Answer; afterSeconds: number } | null

/** Executes a quote once per id, and repeats the answer ever after. */
export async function execute(venue: Venue, id: string, ask: Ask): Promise<Reaction> {
  const trade = money(() => read(ask))
  const known = venue.state.executions.get(id)
  if (known === undefined || known === 'burnt') return executeQuote(venue, id, ask, trade, known === 'burnt')
  if (known.hash !== hashOf(ask)) throw new Refusal(409, `The id ${id} was used for another execution.`)
  await venue.durable()
  return { answer: known.answer, afterSeconds: 0 }
}

/** Null if it never arrived. The venue then never executes it, and the customer may rely on that. */
export async function lookUp(venue: Venue, id: string): Promise<Answer | null> {
  const known = venue.state.executions.get(id)
  if (known === undefined) await venue.record({ type: 'burnt', id })
  else await venue.durable()
  return known === undefined || known === 'burnt' ? null : known.answer
}

type Trade = { pair: Pair; qty: Amount; price: Price; amount: Amount }

function read({ symbol, qty, price, amount }: Ask): Trade {
  const pair = pairOf.get(symbol)
  if (!pair) throw new Refusal(400, `${symbol} is not traded here. See v1/instruments.`)
  return {
    pair,
    qty: parseAmount(qty, pair.base),
    price: parsePrice(price, pair.base, pair.quote, pair.price_decimals),
    amount: parseAmount(amount, pair.quote),
  }
}

async function executeQuote(venue: Venue, id: string, ask: Ask, trade: Trade, burnt: boolean): Promise<Reaction> {
  const { state, quotes } = venue
  const { take, uses } = taker(state)
  if (take('error')) {
    await venue.record({ type: 'failed', uses })
    throw new Refusal(503, 'Failing on request.')
  }
  if (take('lose')) {
    await venue.record({ type: 'failed', uses })
    return null
  }
  const quote = quotes.find(ask.quoteid, wall())
  const killed = take('kill') ? 'Killed on request.' : null
  const refusal = burnt ? 'It was looked up before it arrived.' : (killed ?? refusalOf(venue.name, ask, trade, quote))
  if (refusal === null) quote!.left -= trade.qty.minor
  const answer: Answer = refusal === null ? { status: 'filled' } : { status: 'killed', reason: refusal }
  const silent = take('hang_up')
  const late = silent ? null : take('late')
  await venue.record({ type: 'taken', id, ask, answer, uses })
  return silent ? null : { answer, afterSeconds: late ? (late.seconds ?? usualSeconds.late) : 0 }
}

function refusalOf(name: VenueName, ask: Ask, { pair, qty, price, amount }: Trade, quote: Quote | null): string | null {
  if (!quote || quote.symbol !== ask.symbol || quote.side !== ask.side)
    return 'There is no such quote, or it has expired.'
  if (quote.price !== price.units) return 'The price is not that of the quote.'
  const { lot, minimum } = instrumentOf(name, pair)
  if (qty.minor % lot !== 0n || qty.minor < minimum) return 'The quantity does not fit lot and minimum.'
  if (qty.minor > quote.left) return 'There is less left of the quote.'
  const exactOrOneOff =
    amount.minor >= times(qty, price, 'up').minor - 1n && amount.minor <= times(qty, price, 'down').minor + 1n
  return exactOrOneOff ? null : 'The amount is further than one minor unit from quantity times price.'
}
