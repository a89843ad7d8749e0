import type { Db } from '@specie/service/base/database/db.ts'
import { checkBooks } from '@specie/service/checks/check.ts'
import { type Client, sandbox } from '../../src/client.ts'
import { openSmallWorld, type SmallWorld } from './world.ts'
import type { Measured } from '../measure.ts'
import type { Report } from '../report.ts'

// The permanent growth of the database per operation: bytes by table, with its indexes, after removal of all dead rows.

type Operation = { name: string; many: number; run(world: SmallWorld, many: number): Promise<void> }

const symbol = 'VCHF/CHF'
const wallet = '0x52908400098527886E0F7030069857D2E4169EE7'

const operations: Operation[] = [
  { name: 'order', many: 400, run: (world, many) => each(many, (n) => order(world, n)) },
  { name: 'firm quote', many: 200, run: (world, many) => each(many, () => quote(world)) },
  { name: 'conversion', many: 200, run: (world, many) => each(many, () => conversion(world)) },
  { name: 'wire in', many: 200, run: wires },
  { name: 'withdrawal to a bank', many: 200, run: withdrawals },
  { name: 'mint', many: 200, run: mints },
  { name: 'on-ramp', many: 200, run: onRamps },
]

export async function growthBench(quick: boolean): Promise<Report> {
  const world = await openSmallWorld()
  try {
    await prepare(world)
    const figures = new Map<string, Measured>()
    const notes: string[] = []
    for (const { name, many, run } of operations) {
      const count = quick ? Math.ceil(many / 10) : many
      // The first few take whole pages.
      await run(world, 3)
      const grown = await growth(world, () => run(world, count))
      const perOne = [...grown].map(([table, bytes]) => [table, bytes / count] as const)
      figures.set(name, { perSecond: perOne.reduce((sum, [, bytes]) => sum + bytes, 0) })
      notes.push(`${name}, ${count} of them: ${tablesOf(perOne)}`)
    }
    await verify(world.owner)
    return { title: 'What an operation leaves in the database', unit: 'bytes', figures, ratios: [], notes }
  } finally {
    await world.end()
  }
}

const tablesOf = (perOne: readonly (readonly [string, number])[]): string =>
  perOne
    .toSorted(([, a], [, b]) => b - a)
    .filter(([, bytes]) => bytes >= 10)
    .map(([table, bytes]) => `${table} ${Math.round(bytes)}`)
    .join(', ')

/** By table, without those that shrink or stay. */
async function growth({ owner }: SmallWorld, work: () => Promise<void>): Promise<Map<string, number>> {
  const before = await sizes(owner)
  await work()
  const after = await sizes(owner)
  return new Map(
    [...after]
      .map(([table, bytes]) => [table, bytes - (before.get(table) ?? 0)] as const)
      .filter(([, bytes]) => bytes > 0),
  )
}

/** The job queue is emptied within the hour: it does not grow. */
async function sizes(owner: Db): Promise<Map<string, number>> {
  await owner.query('vacuum full')
  const rows = await owner.query<{ name: string; bytes: bigint }>(
    `select n.nspname || '.' || c.relname as name, pg_total_relation_size(c.oid) as bytes
     from pg_class c join pg_namespace n on n.oid = c.relnamespace
     where c.relkind = 'r' and n.nspname !~ '^pg_|^information_schema$|^jobs$'`,
  )
  return new Map(rows.map(({ name, bytes }) => [name, Number(bytes)]))
}

/** Books for orders, a registered account, a whitelisted wallet and a rail. */
async function prepare(world: SmallWorld): Promise<void> {
  const { acme } = world
  const { institutionid } = acme
  await world.endow(institutionid)
  await sandboxControl(world, 'liquidity', {
    symbol,
    bids: [['0.9999', '5000000']],
    asks: [['1.0001', '5000000']],
    frozen: true,
  })
  const name = 'Acme Treasury AG'
  await sandboxControl(world, 'bankaccounts', {
    institutionid,
    label: 'main',
    currency: 'CHF',
    identifier: 'CH9300762011623852957',
    name,
  })
  await sandboxControl(world, 'addresses', { institutionid, blockchain: 'ETH', label: 'vault', address: wallet })
  await wires(world, 5)
}

let count = 0
const next = () => `id-${(count += 1)}`

async function each(many: number, run: (n: number) => Promise<unknown>): Promise<void> {
  for (let n = 0; n < many; n += 1) await run(n)
}

async function call({ acme, owner }: SmallWorld, name: string, fields: Record<string, string>, client: Client = acme) {
  await owner.query(`update access.key_use set next_at = '-infinity'`)
  const { status, body } = await client.call(name, fields)
  if (status !== 200) throw new Error(`${name} answered ${status}: ${JSON.stringify(body)}`)
  return body
}

async function sandboxControl({ origin }: SmallWorld, path: string, ask: object) {
  const { status, body } = await sandbox(origin, path, ask)
  if (status !== 200) throw new Error(`${path} answered ${status}: ${JSON.stringify(body)}`)
  return body
}

const pass = (world: SmallWorld, seconds: number) => sandboxControl(world, 'clock/advance', { seconds })

const order = (world: SmallWorld, n: number) =>
  call(world, 'addOrder', {
    timestamp: new Date().toISOString(),
    clordid: next(),
    symbol,
    side: n % 2 === 0 ? 'Buy' : 'Sell',
    ordtype: 'Limit',
    timeinforce: 'FOK',
    orderqty: '10',
    price: n % 2 === 0 ? '1.001' : '0.999',
  })

const quote = (world: SmallWorld) =>
  call(world, 'requestQuote', { symbol, side: 'Buy', orderqty: '10', clreqid: next() })

const conversion = (world: SmallWorld) =>
  call(world, 'convert', {
    from_currency: 'CHF',
    to_currency: 'VCHF',
    quantity: '50',
    min_received: '1',
    clreqid: next(),
  })

async function wires(world: SmallWorld, many: number): Promise<void> {
  const { institutionid } = world.acme
  await each(many, () => sandboxControl(world, 'wires', { institutionid, currency: 'CHF', amount: '1000' }))
  await pass(world, 3_600)
}

async function withdrawals(world: SmallWorld, many: number): Promise<void> {
  await each(many, () =>
    call(world, 'withdraw', { asset: 'CHF', quantity: '10', destination: 'main', clreqid: next() }),
  )
  await pass(world, 7_200)
}

async function mints(world: SmallWorld, many: number): Promise<void> {
  const all = (await countOf(world, 'issuance.mint', 'settled')) + many
  await each(many, () =>
    call(world, 'mintTokens', { asset: 'VCHF', blockchain: 'ETH', quantity: '10', clreqid: next() }),
  )
  await settled(world, 'issuance.mint', 'settled', all)
}

async function onRamps(world: SmallWorld, many: number): Promise<void> {
  const { acme } = world
  const all = (await countOf(world, 'rails.payment', 'completed')) + many
  const ask = {
    railtype: 'FiatToStablecoin',
    sender: { partyname: { name: 'Acme Treasury AG' }, address: { country: 'CH' }, partytype: 'company' },
    wallet: { destination: 'vault' },
    instructions: { asset: 'VCHF', currency: 'CHF', blockchain: 'ETH' },
  }
  const { railid } = await world.addRail(acme, ask)
  await pass(world, 60)
  await sandboxControl(world, 'payments', { railid, amount: '100', count: many })
  await settled(world, 'rails.payment', 'completed', all)
}

async function countOf({ owner }: SmallWorld, table: string, state: string): Promise<number> {
  const [row] = await owner.query<{ n: bigint }>(`select count(*) as n from ${table} where state = $1`, [state])
  return Number(row!.n)
}

async function settled(world: SmallWorld, table: string, state: string, all: number): Promise<void> {
  for (let hours = 0; hours < 48; hours += 1) {
    if ((await countOf(world, table, state)) >= all) return
    await pass(world, 3_600)
  }
  throw new Error(`${table} does not reach ${state}`)
}

/** Endowments have no source: two rules report it. */
async function verify(owner: Db): Promise<void> {
  const broken = (await checkBooks(owner)).filter(({ ok, what }) => !ok && !/every journal|crypto at/.test(what))
  if (broken.length > 0) throw new Error(`the books are broken:${JSON.stringify(broken)}`)
}
