import { systemClock } from '@specie/service/base/clock.ts'
import type { Db } from '@specie/service/base/database/db.ts'
import { randomIds } from '@specie/service/base/ids.ts'
import { house } from '@specie/service/ledger/house.ts'
import type { InProcess } from '@specie/service/base/per-process.ts'
import { allIds } from '@specie/service/ledger/posting/post-batch.ts'
import { deskName } from '@specie/service/trading/market/desk.ts'
import { filled } from '@specie/service/trading/order/journals.ts'
import { filledOrder } from '@specie/service/trading/order/row.ts'
import { pairOf } from '@specie/service/trading/market/pair.ts'
import { storeOrder, type Placement } from '@specie/service/trading/order/store-orders.ts'
import { type Measured, medians } from '../measure.ts'
import { memoryOf } from './cpu.ts'
import { foundInstitutions, fund, giveKeys, institutionId, verified } from './rows.ts'
import { onSite, type Round, shoot, type Site, warm, withService, type World } from './world.ts'
import type { Call } from './load.ts'
import { newProcess } from '../../src/memory.ts'

// Whether the cost of an order grows with a million earlier orders, or with a hundred thousand institutions.

const callers = 64

/** Figures by the number of earlier rows. */
export type Growth = Map<number, Measured>
export type Plan = { rounds: number; seconds: number; orders: readonly number[]; institutions: readonly number[] }

export type Grown = { orders: Growth; institutions: Growth; reads: Map<string, Measured>; notes: string[] }

export const fewInstitutions = 100

export async function grow(world: World, plan: Plan): Promise<Grown> {
  const notes: string[] = []
  const { orders, reads } = await onSite(world, fewInstitutions, (site) => growOrders(world, site, plan, notes))
  const institutions = await onSite(world, plan.institutions[0]!, (site) => growInstitutions(world, site, plan))
  return { orders, institutions, reads, notes }
}

async function growOrders(world: World, site: Site, plan: Plan, notes: string[]) {
  const orders: Growth = new Map()
  const before = await memoryOf(site.service.process.pid!)
  let stored = await warm(world, site.service)
  for (const many of [0, ...plan.orders]) {
    // The service keeps running: plans made for small tables must also suit large ones.
    if (many > stored) {
      await placeEarlier(site.app, stored, many)
      stored = many
      await site.owner.query('vacuum analyze')
    }
    const { measured, answered } = await roundsOf(world, site.service, plan)
    orders.set(many, measured)
    stored += answered
  }
  const after = await memoryOf(site.service.process.pid!)
  if (before && after) {
    notes.push(
      `Memory of the service: ${before.toFixed(0)} MiB when it was started, ${after.toFixed(0)} MiB after ${stored.toLocaleString('en')} orders.`,
    )
  }
  const reads = await readsOf(world, site, plan, stored)
  await verified(site.app, stored)
  return { orders, reads }
}

async function growInstitutions(world: World, site: Site, plan: Plan): Promise<Growth> {
  const institutions: Growth = new Map()
  let stored = 0
  let there = plan.institutions[0]!
  for (const many of plan.institutions) {
    if (many > there) {
      await foundInstitutions(site.owner, many, there)
      await fund(site.app, many, there)
      await giveKeys(site.owner, world.keys)
      await site.owner.query('vacuum analyze')
      there = many
    }
    await withService(site.url, async (service) => {
      stored += await warm(world, service)
      const { measured, answered } = await roundsOf(world, service, plan)
      institutions.set(many, measured)
      stored += answered
    })
  }
  await verified(site.app, stored)
  return institutions
}

async function roundsOf(world: World, service: Site['service'], { rounds, seconds }: Plan, call: Call = 'addOrder') {
  const taken: Round[] = []
  let rate = 4_000
  for (let round = 0; round < rounds; round += 1) {
    const shot = { call, callers, seconds, most: Math.ceil(rate * seconds * 1.25) }
    taken.push(await shoot(world, [service], shot))
    rate = taken.at(-1)!.perSecond
  }
  const answered = taken.reduce((sum, round) => sum + round.answered, 0)
  return { measured: medians(taken), answered }
}

async function readsOf(world: World, { service }: Site, plan: Plan, stored: number): Promise<Map<string, Measured>> {
  const reads = new Map<string, Measured>()
  for (const call of [
    'accountBalance',
    'queryOrders: newest 100',
    'queryOrders: newest 10',
    'queryOrders: by clordid',
  ] as const) {
    const { measured } = await roundsOf(world, service, { ...plan, rounds: 1 }, call)
    reads.set(`${call}, ${callers} keys, ${power(stored)} orders`, measured)
  }
  return reads
}

const power = (many: number): string => `10^${Math.round(Math.log10(many))}`

const atOnce = 1_000

/** By the function of the service, so that all invariants hold; the next batch is made while one is stored. */
export async function placeEarlier(app: Db, from: number, to: number): Promise<void> {
  const env = { db: app, ...newProcess() }
  let stored: Promise<void> = Promise.resolve()
  for (let first = from; first < to; first += atOnce) {
    const batch = Array.from({ length: Math.min(atOnce, to - first) }, (_, i) => earlier(first + i))
    await stored
    stored = storeAll(env, batch)
  }
  await stored
}

async function storeAll(env: InProcess & { db: Db }, batch: readonly Placement[]): Promise<void> {
  const journals = batch.map(({ journal, decided }) => ({ journal: journal!, at: decided.at }))
  const verdicts = await storeOrder(env.db, await allIds(env, journals), batch)
  const other = verdicts.find(({ outcome }) => outcome !== 'placed')
  if (other) throw new Error(`an earlier order was ${other.outcome}`)
}

const pair = pairOf('VCHF/CHF')
const qty = 10_000_000n

function earlier(n: number): Placement {
  const at = systemClock.now()
  const side = Math.floor(n / fewInstitutions) % 2 === 0 ? 'Buy' : 'Sell'
  const client = institutionId(n % fewInstitutions)
  const [price, amount] = side === 'Buy' ? [10_001n, 1_001n] : [9_999n, 999n]
  const quote = {
    provider: deskName,
    quoteid: 'book-1',
    price,
    qty,
    lot: 1n,
    minimum: 0n,
    reserve: price,
    anySize: true,
  }
  const who = { id: randomIds.uuid(at), institutionId: client, clordid: `earlier-${n}`, version: 1n, at }
  const decided = filledOrder(who, { pair, side, qty, price }, [{ quote, qty, amount }], amount)
  const journal = filled(who.id, { pair, side, client, fee: 0n, exchanges: [{ holder: house, qty, amount }] })
  return { decided, journal, bounds: null }
}
