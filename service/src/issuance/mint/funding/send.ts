import { formatAmount } from '@specie/protocol/money.ts'
import { expectWire } from '../../../banking/wire/expected.ts'
import type { Sql, Tx } from '../../../base/database/db.ts'
import type { Env } from '../../../base/env.ts'
import { recordIntent } from '../../../base/jobs/intents.ts'
import type { Provider } from '../../../base/ports/provider.ts'
import { moveRows, byService } from '../../../base/state-machine/transitions.ts'
import { enqueue } from '../../../chains/outbox/operations.ts'
import { addPart } from '../../../compliance/held-items.ts'
import { Refused } from '../../../ledger/posting/journal.ts'
import { postIn } from '../../../ledger/posting/post.ts'
import { callEach } from '../../../markets/provider/call-each.ts'
import { chainOf, type CryptoCode, operationKindOf } from '../../../treasury/crypto.ts'
import {
  type Conversion,
  conversionMachine,
  freshQuote,
  gasReserves,
  heldJournal,
  intentOf,
  isFiat,
  referenceCost,
  type Sellable,
  type StartedConversion,
} from './row.ts'
import { haltedCoins, isDeliverable, mayDeliverIn } from './deliverable.ts'
import { type Part, partsOf } from './sources.ts'

type Waiting = Conversion & { available: bigint; max_spent: bigint | null; waits: string | null }

/** Starts the conversions of institutions with enough balance; returns how many started. */
export async function startConversions(env: Env, provider: Provider): Promise<number> {
  const waiting = await env.db.query<Waiting>(
    `select c.*, b.balance as available, m.max_spent, m.reason as waits from issuance.conversion c
     join issuance.mint m using (id) left join destinations.withdrawal_wallet a on a.id = m.address_id
     join ledger.balance b on (b.pool, b.name, b.owner, b.asset) = ('client', 'available', c.institution_id::text, c.sell)
     where c.state = 'waiting_deposit' and not m.on_hold and b.balance > 0 and ${isDeliverable} order by c.created_at, c.id`,
    [await haltedCoins(env.db)],
  )
  const quote = quotesOf(env, provider)
  await askSideBySide(env, quote, waiting)
  const taken = new Map<string, bigint>()
  let sent = 0
  for (const one of waiting) {
    const balance = `${one.institution_id} ${one.sell}`
    const left = { ...one, available: one.available - (taken.get(balance) ?? 0n) }
    const plan = await planOf(env, provider, quote, left).catch((error: unknown) => {
      env.log.warn({ err: error, conversion: one.id }, 'the provider gives no usable quote; the conversion waits')
      return null
    })
    if (plan === null || !(await start(env, provider, one, plan))) continue
    taken.set(balance, (taken.get(balance) ?? 0n) + plan.needed)
    sent += 1
  }
  return sent
}

type Quote = (one: Waiting) => Promise<bigint>

/** The current cost of a conversion. Equal amounts use one quote per run, even a failed one. */
function quotesOf(env: Env, provider: Provider): Quote {
  const quotes = new Map<string, Promise<bigint>>()
  return ({ sell, buy, bought }) => {
    const key = `${sell} ${buy} ${bought}`
    const quote = quotes.get(key) ?? freshQuote(env, provider, { sell, buy, bought }).then(({ sold }) => sold)
    quotes.set(key, quote)
    return quote
  }
}

/**
 * Prefetches quotes: conversions with a shared balance start one after the other, and must not wait for each other's quotes.
 */
async function askSideBySide(env: Env, quote: Quote, waiting: readonly Waiting[]): Promise<void> {
  const ask = async (one: Waiting) => isPayable(one, await leastOf(env, one)) && (await quote(one)) > 0n
  // A failed quote throws where it is used: `planOf`.
  await callEach(waiting, (one) => ask(one).catch(() => false))
}

/** Mints that cannot be paid at any price get no quote. A run may need many quotes. */
function isPayable(one: Waiting, least: bigint): boolean {
  const ceiling = ceilingOf(one)
  return one.available >= least && (ceiling === null || ceiling >= least)
}

const ceilingOf = ({ sell, max_spent }: Waiting): bigint | null =>
  max_spent === null ? null : max_spent - gasReserves[sell]

/** The lowest possible cost: `freshQuote` accepts no quote further below the reference. */
async function leastOf(env: Env, one: Waiting): Promise<bigint> {
  const expected = await referenceCost(env, one)
  return expected - (expected * BigInt(env.config.providerDeviationBps)) / 10_000n
}

/** `to`: the provider's deposit address for crypto. */
type Plan = { readonly needed: bigint; readonly to: string | null }

/** Headroom for price changes between now and the sale, in percent. */
const margin = 1n

/** The amount to send at the current price; null while the balance is too low or the price is above the ceiling. */
async function planOf(env: Env, provider: Provider, quote: Quote, one: Waiting): Promise<Plan | null> {
  const { sell, max_spent } = one
  const ceiling = ceilingOf(one)
  const least = await leastOf(env, one)
  const sold = isPayable(one, least) ? await quote(one) : least
  const isAbove = ceiling !== null && sold > ceiling
  await storeWaitReason(env.db, one.id, one.waits, isAbove ? waitsForPrice(sell, max_spent!) : null)
  if (isAbove || one.available < sold) return null
  const withMargin = (sold * (100n + margin) + 99n) / 100n
  // Crypto is sent in advance, with headroom. Fiat stays here, so the available balance is enough.
  const bounds = [withMargin, ...(ceiling === null ? [] : [ceiling]), ...(isFiat(sell) ? [one.available] : [])]
  const needed = bounds.reduce((lowest, bound) => (bound < lowest ? bound : lowest))
  return { needed, to: isFiat(sell) ? null : await provider.depositAddress(sell, chainOf(sell)) }
}

/** The reason that the institution sees while its mint waits for a better price. */
export const waitsForPrice = (sell: Sellable, maxSpent: bigint): string =>
  `Converting takes more than max_spent (${formatAmount({ asset: sell, minor: maxSpent })} ${sell}) at the moment. It continues when the price is back; cancelMint cancels it.`

/** Stored as the mint's reason; null if it no longer waits. */
export async function storeWaitReason(sql: Sql, id: string, before: string | null, now: string | null): Promise<void> {
  if (before !== now) await sql.query('update issuance.mint set reason = $2 where id = $1', [id, now])
}

/**
 * Holds the balance and enqueues the transfers in one transaction (E1). False when the balance is too low, the mint is on
 * hold or its coins could not be delivered.
 */
async function start(env: Env, provider: Provider, { id, sell }: Waiting, { needed, to }: Plan): Promise<boolean> {
  const by = byService(env, `${sell} is there`)
  try {
    return await env.db.tx(async (tx) => {
      const [waiting] = await tx.query<Conversion & { address_id: string | null }>(
        `select c.*, m.address_id from issuance.conversion c join issuance.mint m using (id)
         where c.id = $1 and c.state = 'waiting_deposit' and not m.on_hold for update of c, m`,
        [id],
      )
      if (!waiting || !(await mayDeliverIn(tx, waiting))) return false
      const sources = await partsOf(tx, waiting, provider.name, needed)
      if (sources === null) return false
      const { reused, parts } = sources
      const reserved = parts.reduce((sum, part) => sum + part.reserved, 0n)
      const amounts = { held: needed + reserved, sent: needed - reused, reused }
      const change = { provider: provider.name, ...amounts, delivered: parts.length === 0 }
      const [moved] = await moveRows(
        tx,
        conversionMachine,
        [waiting],
        parts.length === 0 ? 'reuse' : 'send',
        by,
        change,
      )
      const underway = moved as StartedConversion
      await postIn(env, tx, [heldJournal(underway)])
      if (parts.length === 0) await recordConversion(env, tx, underway)
      for (const [n, part] of parts.entries()) await deliver(env, tx, underway, n, part, to!)
      return true
    })
  } catch (error) {
    if (error instanceof Refused) return false
    throw error
  }
}

async function deliver(env: Env, tx: Tx, one: StartedConversion, n: number, part: Part, to: string): Promise<void> {
  const { id: conversion } = one
  const sell = one.sell as CryptoCode
  const id = n === 0 ? conversion : env.ids.uuid(env.clock.now())
  await tx.query(
    `insert into issuance.conversion_leg (id, conversion_id, source, owner, amount, reserved) values ($1, $2, $3, $4, $5, $6)`,
    [id, conversion, part.source, part.owner, part.amount, part.reserved],
  )
  // A hold on the mint stops all transfers of its crypto.
  if (n > 0) await addPart(tx, id, conversion)
  const effect = { kind: operationKindOf(sell), asset: sell, from: part.source, to, amount: part.amount } as const
  await enqueue(env, tx, { chain: chainOf(sell), purpose: 'conversion', subject: id, effect })
}

/** From now on it may be sold. The expected wire is registered before it can arrive. */
export async function recordConversion(env: Env, tx: Tx, one: StartedConversion): Promise<void> {
  const { id, institution_id, reference, buy: currency, bought: amount, provider } = one
  const at = env.clock.now()
  await expectWire(tx, { reference, currency, amount, kind: 'conversion', subject: id, institution_id, provider }, at)
  await recordIntent(tx, { key: intentOf(id), effect: 'provider.convert', subject: id }, at)
}
