import { type AssetCode, assets } from '@specie/protocol/assets.ts'
import { machines } from '@specie/protocol/machines.ts'
import { times } from '@specie/protocol/money.ts'
import type { Tx } from '../../../base/database/db.ts'
import type { Env } from '../../../base/env.ts'
import { badRequest, unavailable } from '../../../base/http/errors.ts'
import { setActor, type By, move, type Stateful } from '../../../base/state-machine/move.ts'
import type { OwnAccount } from '../../../base/ports/bank.ts'
import type { Provider } from '../../../base/ports/provider.ts'
import { byService, moveRows } from '../../../base/state-machine/transitions.ts'
import { newReference } from '../../../banking/wire/expected.ts'
import { account } from '../../../ledger/chart.ts'
import { credit, debit, type Journal } from '../../../ledger/posting/journal.ts'
import { postIn } from '../../../ledger/posting/post.ts'
import { isFresh, rateOf } from '../../../markets/rate/rates.ts'
import type { CryptoCode } from '../../../treasury/crypto.ts'
import { journalsOf, own, holdLines, releaseLines } from '../../journals.ts'
import { type Mint, mintMachine } from '../row.ts'
import { dayMs } from '../../../base/clock.ts'

// Crypto, or the other fiat, that pays for a mint. A provider sells it for exactly the needed amount, and the proceeds
// arrive by wire; only then is the mint funded. Crypto is sent to the provider first, from the addresses that hold it. Fiat
// stays with us until it is sold, and is paid afterwards. A conversion never takes more than the ceiling that the
// institution agreed to.

/** The assets that can be converted. */
export type Sellable = CryptoCode | Fiat
type Fiat = OwnAccount['currency']

/** The network fee to reserve for a transfer to the provider; the house pays the fees for tokens and fiat. */
export const gasReserves: { readonly [sell in Sellable]: bigint } = {
  ETH: 5_000_000_000_000_000n,
  USDC: 0n,
  BTC: 50_000n,
  CHF: 0n,
  GBP: 0n,
}

export const isFiat = (sell: Sellable): sell is Fiat => sell === 'CHF' || sell === 'GBP'

export const isSellable = (asset: string): asset is Sellable => Object.hasOwn(gasReserves, asset)

/** `id` is the mint's id. Amounts are in `sell`, except `bought` and `spread` in `buy`. */
export type Conversion = {
  id: string
  institution_id: string
  sell: Sellable
  buy: Fiat
  bought: bigint
  reference: string
  expires_at: Date
  provider: string | null
  held: bigint | null
  sent: bigint | null
  reused: bigint | null
  delivered: boolean
  network_fee: bigint
  sold: bigint | null
  spread: bigint | null
  /** In `sell`: the remainder of the sale, while the mint was on hold. */
  withheld: bigint
  /** For fiat: the payout to the provider. */
  payout_id: string | null
  reason: string | null
  state: keyof typeof machines.conversion.states
}

/** A conversion that has started: none of these fields is null. */
export type StartedConversion = Conversion & { provider: string; held: bigint; sent: bigint; reused: bigint }

export const legOutcomes = ['delivered', 'failed'] as const

/**
 * A transfer to the provider from one address. Its id is the subject of its operation; the first one has the
 * conversion's id.
 */
export type Leg = {
  readonly id: string
  readonly conversion_id: string
  readonly source: number
  /** The owner of the address. */
  readonly owner: string
  readonly amount: bigint
  readonly reserved: bigint
  readonly fee: bigint
  readonly outcome: (typeof legOutcomes)[number] | null
}

export const conversionMachine: Stateful = { machine: machines.conversion, table: 'issuance.conversion' }

export const conversionsJob = 'issuance.conversions'

/** The settlement time within which an institution must make its deposit. */
const depositTimeoutMs = dayMs

type Funding = Pick<Mint, 'id' | 'institution_id' | 'asset' | 'funding_currency' | 'cost'>

/**
 * Starts waiting for a deposit, in the transaction that requests the mint. It holds no money yet. A conversion holds its
 * crypto when it starts, and releases the unused part.
 */
export async function beginConversion(env: Env, tx: Tx, mint: Funding): Promise<void> {
  const { id, institution_id, asset, funding_currency: sell, cost: bought } = mint
  if (env.provider === null) throw unavailable('No conversion provider can be reached. Try again later.')
  if (!isSellable(sell))
    throw badRequest(
      'funding_currency',
      `${sell} cannot pay for this coin. Choose another \`funding_currency\`.`,
      'funding_currency',
    )
  const by = byService(env, `mint paid in ${sell}`)
  await setActor(tx, by)
  const expires = new Date(env.clock.settlement().getTime() + depositTimeoutMs)
  await tx.query(
    `insert into issuance.conversion (id, institution_id, sell, buy, bought, reference, expires_at, state, created_at, updated_at)
     values ($1, $2, $3, $4, $5, $6, $7, $8, $9, $9)`,
    [
      id,
      institution_id,
      sell,
      assets[asset].fiat,
      bought,
      newReference(env, 'conversion'),
      expires,
      machines.conversion.initial,
      by.at,
    ],
  )
  env.jobs.wake(tx, conversionsJob)
}

type Wanted = { sell: AssetCode; buy: Fiat; bought: bigint }

type Market = Pick<Env, 'db' | 'clock' | 'config'>

/** The cost in `sell` at the reference rate. */
export async function referenceCost(env: Market, { sell, buy, bought }: Wanted): Promise<bigint> {
  return times({ asset: buy, minor: bought }, await rateOf(env, buy, sell), 'half_even').minor
}

/**
 * The provider's current quote. Throws when the quote is older than the last stop of its market, when it is too far from the
 * reference, and without a trusted reference.
 */
export async function freshQuote(env: Market, provider: Provider, wanted: Wanted) {
  const quote = await provider.quote(wanted)
  if (quote.spread < 0n || quote.sold <= quote.spread)
    throw new Error(`the quote of ${provider.name} is ${quote.sold} with a spread of ${quote.spread}`)
  if (!isFresh(env, quote.at)) throw new Error(`the quote of ${provider.name} is from ${quote.at.toISOString()}`)
  const { sell } = wanted
  const expected = await referenceCost(env, wanted)
  const off = quote.sold > expected ? quote.sold - expected : expected - quote.sold
  if (off * 10_000n <= expected * BigInt(env.config.providerDeviationBps)) return quote
  throw new Error(`the quote of ${provider.name} is ${quote.sold} ${sell}, the reference says ${expected}`)
}

/** The current cost: `sold` in `sell`, and the provider's part of it, `spread`, in `buy`. */
export async function indicativeCost(
  env: Market & Pick<Env, 'provider' | 'log'>,
  wanted: Wanted,
): Promise<{ sold: bigint; spread: bigint }> {
  if (env.provider === null) throw unavailable('No conversion provider can be reached. Try again later.')
  try {
    const { sold, spread } = await freshQuote(env, env.provider, wanted)
    return { sold, spread: spreadIn(wanted.bought, sold, spread) }
  } catch (error) {
    env.log.warn({ err: error }, 'the provider has no usable quote')
    throw unavailable(`There is no price for ${wanted.sell} in ${wanted.buy} at the moment.`)
  }
}

/** The spread in the bought currency, at the price without it; rounded up. */
export const spreadIn = (bought: bigint, sold: bigint, spread: bigint): bigint => {
  const mid = sold - spread
  return (bought * spread + mid - 1n) / mid
}

/** Ends a mint whose conversion failed. Everything held for it has been released. */
export async function endMint(tx: Tx, id: string, event: 'fail' | 'cancel', reason: string, by: By): Promise<void> {
  await move(tx, mintMachine, id, event, by)
  await tx.query('update issuance.mint set reason = $2 where id = $1', [id, reason])
}

const journal = journalsOf('conversion')

export const heldJournal = (one: StartedConversion): Journal => journal(one, 'held', holdLines(one, one.sell, one.held))

/**
 * The journal of a completed transfer to the provider. The network fee was paid from the same address, also at another
 * owner's.
 */
export function legJournal(one: StartedConversion, leg: Leg): Journal {
  const arrived = leg.outcome === 'delivered' ? leg.amount : 0n
  const ended = journal(one, leg.outcome === 'delivered' ? 'delivered' : 'reverted', [
    debit(account('client', 'provider_crypto', one.provider, one.sell), arrived),
    debit(own(one, 'pending', one.sell), leg.fee),
    credit(account('client', 'transitional', leg.owner, one.sell), arrived + leg.fee),
  ])
  return leg.id === one.id ? ended : { ...ended, key: `${ended.key}:${leg.id}` }
}

/** The unused part of a conversion's hold. */
export const unusedOf = ({ held, network_fee }: StartedConversion, sold: bigint): bigint => held - network_fee - sold

/**
 * Sold: the provider owes the proceeds. The unused part of the hold is released to the institution, unless it is withheld.
 */
export function filledJournal(one: StartedConversion & { sold: bigint }): Journal {
  const { buy, bought, sell, sold, withheld, provider } = one
  const paid = isFiat(sell)
    ? account('client', 'payouts_in_transit', sell)
    : account('client', 'provider_crypto', provider, sell)
  const left = unusedOf(one, sold) - withheld
  return journal(one, 'filled', [
    debit(own(one, 'pending', sell), sold + left),
    credit(paid, sold),
    credit(own(one, 'available', sell), left),
    debit(account('client', 'provider_fiat', provider, buy), bought),
    credit(own(one, 'pending', buy), bought),
  ])
}

/** Releases the withheld remainder of a sale. */
export async function releaseWithheld(env: Env, tx: Tx, one: StartedConversion): Promise<void> {
  if (one.withheld === 0n) return
  await postIn(env, tx, [journal(one, 'left', releaseLines(one, one.sell, one.withheld))])
  await tx.query('update issuance.conversion set withheld = 0 where id = $1', [one.id])
}

export const returnedJournal = (one: StartedConversion): Journal =>
  journal(one, 'returned', releaseLines(one, one.sell, one.held - one.network_fee))

/** Ends a conversion without a sale. The crypto returns to the institution's balance, even if the provider holds it. */
export async function returnCrypto(
  env: Env,
  tx: Tx,
  one: StartedConversion,
  event: 'fail' | 'reject' | 'cancel',
  reason: string,
  by = byService(env, reason),
): Promise<void> {
  await moveRows(tx, conversionMachine, [one], event, by, { reason })
  await postIn(env, tx, [returnedJournal(one)])
  await endMint(tx, one.id, event === 'cancel' ? 'cancel' : 'fail', reason, by)
}

/** The key of the order to sell. */
export const intentOf = (id: string): string => `conversion:${id}`
