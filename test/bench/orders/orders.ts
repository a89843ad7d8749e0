import { availableParallelism } from 'node:os'
import { type Candidate, type Measured, compare } from '../measure.ts'
import { memoryOf } from './cpu.ts'
import { grow, type Grown, type Growth, type Plan } from './growth.ts'
import type { Call } from './load.ts'
import { ordersPicture } from './plot.ts'
import { verified } from './rows.ts'
import { unbatched } from './unbatched.ts'
import { inWorld, onSite, shoot, type Site, warm, withService, type World } from './world.ts'
import type { Ratio, Report } from '../report.ts'
import { findPgbench, opensslVerifications, preparePgbench, tpcb } from '../yardsticks.ts'

// Signed orders over HTTP, durable and fully booked, next to the capacity of this machine. The house fills every order at the
// same price: one account of each asset is in all of them.

const institutions = 2_000
const levels = [1, 16, 64, 128, 256] as const
const busy = 128

const names = {
  orders: (callers: number) => `addOrder, ${callers} ${callers === 1 ? 'key' : 'keys'} at once`,
  half: 'addOrder, half of that load, paced',
  two: `addOrder, ${busy} keys, two processes`,
  call: (call: Call) => `${call}, ${busy} keys`,
  ceiling: 'ceiling: Fastify, parse, verify',
  empty: 'Fastify, constant reply',
  node: 'P-256 verify, Node, one core',
  openssl: 'P-256 verify, openssl, one core',
  pgbench: 'pgbench TPC-B prepared, 16 clients',
  unbatched: 'one order a transaction, 16 connections',
}

type Depth = { rounds: number; seconds: number; growth: Plan }
const whole: Depth = {
  rounds: 3,
  seconds: 4,
  growth: { rounds: 3, seconds: 3, orders: [1e4, 1e5, 1e6], institutions: [1e2, 1e3, 1e4, 1e5] },
}
const short: Depth = {
  rounds: 1,
  seconds: 1,
  growth: { rounds: 2, seconds: 1, orders: [1e4, 3e4], institutions: [1e2, 1e4] },
}

export const ordersBench = (quick: boolean): Promise<Report> =>
  inWorld(async (world) => {
    const depth = quick ? short : whole
    const notes: string[] = []
    const figures = await onSite(world, institutions, (site) => measured(world, site, depth, notes))
    const grown = await grow(world, depth.growth)
    return reported(figures, grown, notes)
  })

async function measured(world: World, site: Site, { rounds, seconds }: Depth, notes: string[]) {
  const pgbench = await findPgbench()
  // In a separate database: its rows must not affect the next bench.
  if (pgbench) await preparePgbench(pgbench, world.postgres.url('postgres'))
  const before = await memoryOf(site.service.process.pid!)
  const orders = { count: await warm(world, site.service) }
  await shoot(world, [world.server], { call: 'addOrder', callers: 64, seconds: 60, most: world.keys.length })
  const figures = await withService(site.url, async (second) => {
    orders.count += await warm(world, second)
    const contestants = [...ofService(world, site, second, orders), ...yardsticks(world, site, pgbench, orders)]
    return compare(contestants, { rounds, seconds })
  })
  const after = await memoryOf(site.service.process.pid!)
  await verified(site.app, orders.count)
  if (before && after) {
    notes.push(
      `Memory of the service: ${before.toFixed(0)} MiB at its start, ${after.toFixed(0)} MiB after ${orders.count.toLocaleString('en')} orders.`,
    )
  }
  notes.push(
    `Afterwards: ${orders.count.toLocaleString('en')} orders answered as filled = trades = journals = the change of every balance; the ledger is clean.`,
  )
  return figures
}

type Counted = { count: number }
type Targets = Site['service'][]

function ofService(world: World, site: Site, second: Site['service'], orders: Counted): Candidate[] {
  const rates = new Map<string, number>()
  const fire = (name: string, call: Call, callers: number, targets: Targets, pace?: () => number): Candidate => ({
    name,
    run: async (seconds) => {
      const rate = pace?.() ?? (rates.get(name) ?? (callers === 1 ? 1_000 : 4_000)) * 1.25
      const shot = { call, callers, seconds, most: Math.ceil(rate * seconds) }
      const { answered, ...round } = await shoot(world, targets, pace ? { ...shot, pace: rate } : shot)
      rates.set(name, round.perSecond)
      if (call === 'addOrder' && targets[0] !== world.server) orders.count += answered
      return round
    },
  })
  const one = [site.service]
  return [
    ...levels.map((callers) => fire(names.orders(callers), 'addOrder', callers, one)),
    fire(names.half, 'addOrder', busy, one, () => rates.get(names.orders(busy))! / 2),
    fire(names.two, 'addOrder', busy, [site.service, second]),
    ...(
      ['accountBalance', 'queryOrders: newest 100', 'queryOrders: newest 10', 'queryOrders: by clordid'] as const
    ).map((call) => fire(names.call(call), call, busy, one)),
    fire(names.ceiling, 'addOrder', busy, [world.server]),
    fire(names.empty, 'empty', busy, [world.server]),
  ]
}

function yardsticks(world: World, site: Site, pgbench: string | null, orders: Counted): Candidate[] {
  return [
    {
      name: names.unbatched,
      run: async (seconds) => {
        const { answered, ...round } = await unbatched(site, seconds)
        orders.count += answered
        return round
      },
    },
    {
      name: names.node,
      run: async (seconds) => ({ perSecond: (await world.gun.ask('verifications', seconds / 2)).perSecond }),
    },
    { name: names.openssl, run: async (seconds) => (await opensslVerifications(seconds)) ?? { perSecond: NaN } },
    ...(pgbench
      ? [{ name: names.pgbench, run: (seconds: number) => tpcb(pgbench, world.postgres.url('postgres'), seconds) }]
      : []),
  ]
}

function reported(figures: Map<string, Measured>, grown: Grown, notes: string[]): Report {
  for (const [name, { perSecond }] of figures) if (Number.isNaN(perSecond)) figures.delete(name)
  const ratios = ratiosOf(figures, grown)
  const all = new Map([...figures, ...growthFigures(grown), ...grown.reads])
  return {
    title: 'Orders: signed, over HTTP, durable, four entries each against one house',
    unit: 'per second',
    figures: all,
    ratios,
    notes: [
      ...notes,
      ...grown.notes,
      'Growth: the cost of an order is the processor time of service and database together.',
      'One order a transaction: the same code with a connection for each caller, without HTTP and signatures.',
    ],
    picture: picture(figures, grown, ratios),
  }
}

function picture(figures: Map<string, Measured>, growth: Grown, ratios: readonly Ratio[]): string {
  const ours = new Set([
    names.orders(busy),
    names.two,
    names.call('accountBalance'),
    names.call('queryOrders: newest 10'),
  ])
  const beside = [names.ceiling, names.empty, names.node, names.openssl, names.pgbench, names.unbatched]
  return ordersPicture({
    title: 'Signed fill-or-kill orders over HTTP, durable and fully booked',
    machine: `${availableParallelism()} cores (${process.arch}) for the service, the database and the load; every order against one house account`,
    levels: levels.map((callers) => [callers, figures.get(names.orders(callers))!]),
    growth,
    costOf,
    bars: [...ours, ...beside].flatMap((name) => (figures.has(name) ? [[name, figures.get(name)!] as const] : [])),
    isOurs: (name) => ours.has(name),
    ratios,
  })
}

function ratiosOf(figures: Map<string, Measured>, { orders, institutions: founded }: Grown): Ratio[] {
  const of = (name: string) => figures.get(name)
  const at = (callers: number) => of(names.orders(callers))!
  const over = (name: string, what: string, goal?: number): Ratio[] => {
    const yardstick = of(what)
    if (!yardstick) return []
    return [{ name, value: at(busy).perSecond / yardstick.perSecond, ...(goal !== undefined && { goal }) }]
  }
  const balance = of(names.call('accountBalance'))!.perSecond
  return [
    ...over(`addOrder at ${busy} / ceiling`, names.ceiling, 0.75),
    ...over(`addOrder at ${busy} / openssl verify of one core`, names.openssl, 0.65),
    ...over(`addOrder at ${busy} / pgbench`, names.pgbench, 1.4),
    ...over(`addOrder at ${busy} / one order a transaction`, names.unbatched, 5),
    ...over(`addOrder at ${busy} / Fastify, constant reply`, names.empty),
    { name: `60 ms / p99 at ${busy}`, value: 60 / at(busy).p99!, goal: 1 },
    { name: '25 ms / p99 at half the load', value: 25 / of(names.half)!.p99!, goal: 1 },
    { name: '5 ms / p50 when idle', value: 5 / at(1).p50!, goal: 1 },
    { name: 'accountBalance / ceiling', value: balance / of(names.ceiling)!.perSecond, goal: 0.85 },
    { name: 'two processes / one', value: of(names.two)!.perSecond / at(busy).perSecond, goal: 1 },
    ...flatness(orders, (many) => `cost of an order, empty / ${count(many)} earlier orders`),
    ...flatness(founded, (many) => `cost of an order, ${count(100)} / ${count(many)} institutions`),
  ]
}

/** The initial cost of an order over its later cost: 1 is flat. */
function flatness(growth: Growth, name: (many: number) => string): Ratio[] {
  const [first, ...later] = [...growth]
  return later.map(([many, one]) => ({ name: name(many), value: costOf(first![1]) / costOf(one), goal: 0.85 }))
}

/** If processor time is unknown, the duration of an order. */
const costOf = ({ cpu, perSecond }: Measured): number => (cpu ? cpu.service + cpu.database : 1e6 / perSecond)

const count = (many: number) => many.toLocaleString('en')

const growthFigures = ({ orders, institutions: founded }: Grown): [string, Measured][] => [
  ...[...orders].map(([many, one]): [string, Measured] => [`64 keys, ${count(many)} earlier orders`, one]),
  ...[...founded].map(([many, one]): [string, Measured] => [`64 keys, ${count(many)} institutions`, one]),
]
