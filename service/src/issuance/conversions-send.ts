import { chains } from '@specie/protocol/chains.ts'
import { expectWire } from '../banking/expected.ts'
import type { Sql, Tx } from '../base/db.ts'
import type { Env } from '../base/env.ts'
import { recordIntent } from '../base/intents.ts'
import type { Provider } from '../base/ports.ts'
import { moveRows, service } from '../base/steps.ts'
import { enqueue } from '../chains/operations.ts'
import { Refused } from '../ledger/journal.ts'
import { postIn } from '../ledger/post.ts'
import {
  chainOf,
  type Conversion,
  conversionMachine,
  freshQuote,
  gasReserves,
  heldJournal,
  type Underway,
} from './conversions.ts'

type Waiting = Conversion & { available: bigint }

/** Sends the crypto of those who have deposited enough; answers how many set out. */
export async function setOut(env: Env, provider: Provider): Promise<number> {
  const waiting = await env.db.query<Waiting>(
    `select c.*, a.balance as available from issuance.conversion c
     join ledger.account a on (a.pool, a.name, a.owner, a.asset) = ('client', 'available', c.institution_id::text, c.sell)
     join issuance.mint m on m.id = c.id
     where c.state = 'waiting_deposit' and not m.on_hold and a.balance > 0 order by c.created_at, c.id`,
  )
  let sent = 0
  for (const one of waiting) {
    const plan = await planOf(env, provider, one).catch((error: unknown) => {
      env.log.warn({ err: error, conversion: one.id }, 'the provider gives no quote; the conversion waits')
      return null
    })
    if (plan !== null && (await start(env, one, plan))) sent += 1
  }
  return sent
}

type Plan = Pick<Underway, 'provider' | 'held' | 'sent' | 'reused'> & { from: number; to: string }

/** Room for the price to move between now and the sale, in percent. */
const margin = 1n

/** What is to be sent at the price of this moment; null as long as there is not enough. */
async function planOf(env: Env, provider: Provider, one: Waiting): Promise<Plan | null> {
  const { sell, buy, bought } = one
  const quote = await freshQuote(env, provider, { sell, buy, bought })
  const needed = (quote.sold * (100n + margin) + 99n) / 100n
  const { parked, reachable, from } = await whereabouts(env.db, one)
  const reused = parked < needed ? parked : needed
  const sent = needed - reused
  const leaving = sent === 0n ? 0n : sent + gasReserves[sell]
  const held = reused + leaving
  if (one.available < held || reachable < leaving || (sent > 0n && from === null)) return null
  const to = sent === 0n ? '' : await provider.depositAddress(sell, chainOf(sell))
  return { provider: provider.name, held, sent, reused, from: from ?? 0, to }
}

type Whereabouts = { parked: bigint; reachable: bigint; from: number | null }

/**
 * Where an institution's crypto lies: with the provider, left over from conversions that took less or came to nothing,
 * or at its own address, less what is about to leave it.
 */
async function whereabouts(sql: Sql, { institution_id, sell }: Conversion): Promise<Whereabouts> {
  const [row] = await sql.query<Whereabouts>(
    `select
       coalesce(sum(case when state in ('sending', 'converting') then -reused when delivered then sent - coalesce(sold, 0) end), 0)
         as parked,
       coalesce((select balance from ledger.account
         where (pool, name, owner, asset) = ('client', 'transitional', $1::text, $2)), 0)
         - coalesce(sum(held - reused) filter (where state = 'sending'), 0) as reachable,
       (select index from chains.deposit_address where family = $3 and institution_id = $1::uuid) as from
     from issuance.conversion where institution_id = $1::uuid and sell = $2`,
    [institution_id, sell, chains[chainOf(sell)].family],
  )
  return row!
}

/** Held and in line for the chain, in one transaction (E1); false when the balance was spent, or a hold came, before. */
async function start(env: Env, { id, sell }: Waiting, plan: Plan): Promise<boolean> {
  const { from, to, ...amounts } = plan
  const by = service(env, `${sell} has been deposited`)
  try {
    return await env.db.tx(async (tx) => {
      const [waiting] = await tx.query<Conversion>(
        `select c.* from issuance.conversion c join issuance.mint m using (id)
         where c.id = $1 and c.state = 'waiting_deposit' and not m.on_hold for update of c, m`,
        [id],
      )
      if (!waiting) return false
      const isThere = amounts.sent === 0n
      const change = { ...amounts, delivered: isThere }
      const [moved] = await moveRows(tx, conversionMachine, [waiting], isThere ? 'reuse' : 'send', by, change)
      const underway = moved as Underway
      await postIn(env, tx, [heldJournal(underway)])
      if (isThere) await recordConversion(env, tx, underway)
      else await deliver(env, tx, underway, from, to)
      return true
    })
  } catch (error) {
    if (error instanceof Refused) return false
    throw error
  }
}

/** A chain's own coin pays its fee itself; a token is collected at our expense. */
async function deliver(env: Env, tx: Tx, { id, sell, sent }: Underway, from: number, to: string): Promise<void> {
  const kind = gasReserves[sell] > 0n ? 'native' : 'collect'
  const effect = { kind, asset: sell, from, to, amount: sent } as const
  await enqueue(env, tx, { chain: chainOf(sell), purpose: 'conversion', subject: id, effect })
}

export const intentOf = (id: string): string => `conversion:${id}`

/** It may be sold from now on. Its proceeds are announced to the bank's import before they can come. */
export async function recordConversion(env: Env, tx: Tx, one: Underway): Promise<void> {
  const { id, reference, buy: currency, bought: amount, provider } = one
  const at = env.clock.now()
  await expectWire(tx, { reference, currency, amount, kind: 'conversion', subject: id, provider }, at)
  await recordIntent(tx, { key: intentOf(id), effect: 'provider.convert', subject: id }, at)
}
