import type { InstitutionFact, Movement, Thing } from './facts.ts'
import { minor } from './amounts.ts'
import { type Rows, thingsOf } from './things.ts'
import { ask, type Institution, type World } from './world.ts'

// What an institution reads of itself, page by page, as any client does.

async function pages(world: World, one: Institution, name: string, list: string): Promise<any[]> {
  const rows: any[] = []
  for (let cursor: string | null | undefined; ;) {
    const { status, body } = await ask(world, one, name, { limit: '500', ...(cursor && { cursor }) })
    if (status !== 200) throw new Error(`${name} answered ${status}: ${JSON.stringify(body)}`)
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
  world: World,
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

/** What waits or is under way, of the kinds that can be held. */
export async function openThings(world: World, one: Institution): Promise<Thing[]> {
  const rows = await rowsOf(world, one, ['deposits', 'supplychanges', 'withdrawals', 'rails', 'payments'])
  return thingsOf(rows).filter(({ end }) => end === 'open')
}

export async function thingOf(world: World, one: Institution, id: string): Promise<Thing | undefined> {
  const rows = await rowsOf(world, one, ['deposits', 'supplychanges', 'withdrawals', 'rails', 'payments'])
  return thingsOf(rows).find((thing) => thing.id === id)
}

async function movementsOf(world: World, one: Institution): Promise<Movement[]> {
  const period = { from: '2020-01-01T00:00:00Z', to: '2100-01-01T00:00:00Z' }
  const { status, body } = await ask(world, one, 'statement', period)
  if (status !== 200) throw new Error(`statement answered ${status}: ${JSON.stringify(body)}`)
  return body.statements.flatMap(({ asset, movements }: any) =>
    movements.map(({ ref, kind, amount }: any) => ({ asset, ref, kind, amount: minor(amount, asset) })),
  )
}

export async function institutionFact(world: World, one: Institution): Promise<InstitutionFact> {
  const rows = await rowsOf(world, one)
  const { body } = await ask(world, one, 'accountBalance', {})
  const totals = body.balances.map(({ asset, available, pending }: any) => [
    asset,
    minor(available, asset) + minor(pending, asset),
  ])
  const rails = rows.rails.flatMap(({ fundinginstructions: place }) => (place?.address ? [place.address] : []))
  return {
    id: one.client.institutionid,
    name: one.name,
    things: thingsOf(rows),
    movements: await movementsOf(world, one),
    totals: Object.fromEntries(totals),
    references: one.references,
    inboxes: [...one.inboxes, ...rails],
    wallets: one.wallets.map(({ address }) => address),
    accounts: Object.values(one.accounts),
  }
}
