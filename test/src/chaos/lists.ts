import type { InstitutionFact, Movement, Operation } from './facts.ts'
import { minor } from './amounts.ts'
import { deskOf, done } from './desk.ts'
import { type Rows, thingsOf } from './operations.ts'
import type { Answer } from '../client.ts'
import type { Seen, SeenById } from './facts-of-people.ts'
import { readInside } from './inside.ts'
import { ask, type Institution, isStopped, type Watched } from './world.ts'

// An institution's own lists, page by page, like a client's. A stopped one is read past the gate.

async function read(
  world: Watched,
  one: Institution,
  name: string,
  fields: Record<string, string>,
): Promise<Answer['body']> {
  const inside = () => readInside(world.env, one.client.institutionid, name, fields)
  if (isStopped(one)) return inside()
  const { status, body } = await ask(world, one, name, fields)
  if (status === 200) return body
  if (body?.code === 'account_suspended') return inside() // stopped a moment ago
  throw new Error(`${name} answered ${status}: ${JSON.stringify(body)}`)
}

async function pages(world: Watched, one: Institution, name: string, list: string): Promise<any[]> {
  const rows: any[] = []
  for (let cursor: string | null | undefined; ;) {
    const body = await read(world, one, name, { limit: '500', ...(cursor && { cursor }) })
    rows.push(...body[list])
    cursor = body.next_cursor
    if (!cursor) return rows
  }
}

const lists = {
  deposits: 'queryDeposits',
  supplychanges: 'querySupplyChanges',
  withdrawals: 'queryWithdrawals',
  rails: 'queryPaymentRails',
  payments: 'queryPayments',
  orders: 'queryOrders',
  conversions: 'queryConversions',
} as const
type ListName = keyof typeof lists

/** Its lists, or some of them. */
export async function rowsOf(
  world: Watched,
  one: Institution,
  wanted = Object.keys(lists) as readonly ListName[],
): Promise<Rows> {
  const found = {
    deposits: [],
    supplychanges: [],
    withdrawals: [],
    rails: [],
    payments: [],
    orders: [],
    conversions: [],
  }
  for (const list of wanted) Object.assign(found, { [list]: await pages(world, one, lists[list], list) })
  const destinations = {
    ...one.accounts,
    ...Object.fromEntries(one.wallets.map(({ label, address }) => [label, address])),
  }
  return { institution: one.client.institutionid, ...found, destinations }
}

/** Open operations of the kinds that can be held. */
export async function openThings(world: Watched, one: Institution): Promise<Operation[]> {
  const rows = await rowsOf(world, one, ['deposits', 'supplychanges', 'withdrawals', 'rails', 'payments'])
  return thingsOf(rows).filter(({ end }) => end === 'open')
}

export async function thingOf(world: Watched, one: Institution, id: string): Promise<Operation | undefined> {
  const rows = await rowsOf(world, one, ['deposits', 'supplychanges', 'withdrawals', 'rails', 'payments'])
  return thingsOf(rows).find((operation) => operation.id === id)
}

async function movementsOf(world: Watched, one: Institution): Promise<Movement[]> {
  const period = { from: '2020-01-01T00:00:00Z', to: '2100-01-01T00:00:00Z' }
  const body = await read(world, one, 'statement', period)
  return body.statements.flatMap(({ asset, movements }: any) =>
    movements.map(({ ref, kind, amount }: any) => ({ asset, ref, kind, amount: minor(amount, asset) })),
  )
}

type Amounts = Record<string, bigint>

export async function balancesOf(world: Watched, one: Institution): Promise<{ available: Amounts; totals: Amounts }> {
  const [available, totals]: [Amounts, Amounts] = [{}, {}]
  const body = await read(world, one, 'accountBalance', {})
  for (const { asset, ...balance } of body.balances) {
    available[asset] = minor(balance.available, asset)
    totals[asset] = available[asset] + minor(balance.pending, asset)
  }
  return { available, totals }
}

/** As in the console. */
export async function owedBy(world: Watched, { client }: Institution): Promise<Amounts> {
  const support = await deskOf(world, 'support')
  const { owed } = await done('the institution', support('GET', `/institutions/${client.institutionid}`))
  return Object.fromEntries(owed.map(({ asset, amount }: any) => [asset, minor(amount, asset)]))
}

/** The current state of each operation. */
export async function seenThings(world: Watched, one: Institution): Promise<SeenById> {
  const operations = thingsOf(await rowsOf(world, one))
  return Object.fromEntries(operations.map(({ id, kind, status, end }): [string, Seen] => [id, { kind, status, end }]))
}

export async function institutionFact(world: Watched, one: Institution): Promise<InstitutionFact> {
  const rows = await rowsOf(world, one)
  const { available, totals } = await balancesOf(world, one)
  const rails = rows.rails.flatMap(({ fundinginstructions: place }) => (place?.address ? [place.address] : []))
  return {
    id: one.client.institutionid,
    name: one.name,
    things: thingsOf(rows),
    movements: await movementsOf(world, one),
    totals,
    available,
    owed: await owedBy(world, one),
    references: one.references,
    inboxes: [...one.inboxes, ...rails],
    wallets: one.wallets.map(({ address }) => address),
    accounts: Object.values(one.accounts),
  }
}
