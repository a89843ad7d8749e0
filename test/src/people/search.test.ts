import { randomUUID } from 'node:crypto'
import { houseRooms } from '@specie/service/rooms.ts'
import { operationsFor, subjectsOfTransaction } from '@specie/service/chains/list-for-staff.ts'
import { type Scope, readingsOf, statementsOf } from '@specie/service/web-api/search-statements.ts'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { staff } from '../people.ts'
import { orderFields } from '../trading.ts'
import type { AddressDesk } from './address-desk.ts'
import { type Institution, openInstitution, type Person, startMoneyDesk } from './money-desk.ts'
import { as } from './portal.ts'

// The search finds parts of ids and transactions, amounts and days: in the portal only what belongs to the institution.

let desk: AddressDesk
let acme: Institution
let beta: Institution
let trader: Person
let other: Person
const deposits = { acme: randomUUID(), beta: randomUUID() }
const txids = { acme: `0x12ab34${'5'.repeat(52)}ef90cd`, beta: `0x12ab34${'6'.repeat(52)}ef90cd` }

beforeAll(async () => {
  desk = await startMoneyDesk()
  acme = await openInstitution(desk)
  beta = await openInstitution(desk)
  trader = await acme.join('trader')
  other = await beta.join('trader')
  await arrived(deposits.acme, acme, txids.acme, '2026-03-01T23:30:00Z')
  await arrived(deposits.beta, beta, txids.beta, '2026-03-01T12:00:00Z')
})
afterAll(() => desk.stop())

/** 250,000 VCHF arrived in this transaction. */
async function arrived(id: string, { id: owner }: Institution, txid: string, at: string) {
  await desk.database.owner.tx(async (tx) => {
    await tx.query('set local session_replication_role = replica')
    await tx.query(
      `insert into transfers.deposit (id, institution_id, asset, blockchain, txid, index, block, height, address, quantity,
         state, created_at, updated_at)
       values ($1, $2, 'VCHF', 'ETH', $3, 0, '0xb', 1, '0xa', 250000000000, 'credited', $4, $4)`,
      [id, owner, txid, at],
    )
  })
}

const found = async (person: Person, q: string, zone?: string): Promise<string[]> =>
  (await person.get('/search', zone === undefined ? { q } : { q, zone })).items.map(({ id }: { id: string }) => id)

describe('parts of a transaction', () => {
  test.each(['0x12ab34', '12AB34', 'ef90cd', '0x12ab…90cd', '0x12ab...90cd', '0x12ab34…ef90cd'])('%s', async (q) => {
    expect(await found(trader, q)).toEqual([deposits.acme])
    expect(await found(other, q)).toEqual([deposits.beta])
  })

  test('the whole transaction of another institution is not found, nor a part that differs', async () => {
    expect(await found(trader, txids.beta)).toEqual([])
    expect(await found(trader, '0x12ab…90ce')).toEqual([])
    expect(await found(trader, '0x12ac…90cd')).toEqual([])
  })

  test('staff find both', async () => {
    const auditor = as(await staff(desk.env, 'auditor'), desk.origin)
    const { body } = await auditor('GET', `/search?q=${encodeURIComponent('0x12ab…90cd')}`)
    const ids = body.items.map(({ id }: { id: string }) => id)
    expect(ids.toSorted()).toEqual(Object.values(deposits).toSorted())
  })
})

test('a mint is found by a part of its transaction, also before it is final', async () => {
  const { requestid } = await trader.post('/account/mints', { asset: 'VCHF', blockchain: 'ETH', quantity: '150000' })
  const transaction = randomUUID()
  await desk.database.owner.tx(async (tx) => {
    await tx.query('set local session_replication_role = replica')
    await tx.query(
      `insert into chains.transaction (id, chain, key, nonce, state, created_at)
       values ($1, 'ETH', 'minter', 1, 'sent', now())`,
      [transaction],
    )
    await tx.query(
      `insert into chains.attempt (chain, hash, transaction_id, number, raw, terms, created_at)
       values ('ETH', '0xaa77ff00aa', $1, 1, '', '{}', now())`,
      [transaction],
    )
    await tx.query(`update chains.operation set state = 'working', transaction_id = $2 where subject = $1`, [
      requestid,
      transaction,
    ])
  })
  expect(await operationsFor(desk.env.db, requestid)).toHaveLength(1)
  expect(await found(trader, '0xaa77ff')).toEqual([requestid])
  expect(await found(trader, '0xaa77…00aa')).toEqual([requestid])
  expect(await found(other, '0xaa77ff')).toEqual([])
})

test('an id is found as pages shorten it', async () => {
  const { withdrawalid } = await trader.post('/account/withdrawals', request('77'))
  const shortened = `${withdrawalid.slice(0, 8)}…${withdrawalid.slice(-6)}`
  expect(await found(trader, shortened)).toEqual([withdrawalid])
  expect(await found(other, shortened)).toEqual([])
})

const request = (quantity: string) => ({ asset: 'CHF', quantity, destination: 'main' })

describe('amounts', () => {
  test.each(['250,000', '250000.00 VCHF', 'VCHF 250’000', '250000'])('%s', async (q) => {
    expect(await found(trader, q)).toEqual([deposits.acme])
    expect(await found(other, q)).toEqual([deposits.beta])
  })

  test('of another asset, or another amount, is not found', async () => {
    for (const q of ['250,000 VGBP', '250,000.01', '25,000', '250,000 XXX']) expect(await found(trader, q)).toEqual([])
  })

  test('the newest comes first', async () => {
    const ids: string[] = []
    for (const _ of [1, 2]) ids.push((await other.post('/account/withdrawals', request('12.5'))).withdrawalid)
    expect(await found(other, '12.50 CHF')).toEqual(ids.toReversed())
  })

  test('an order is found by its quantity and by what it cost, with its day', async () => {
    await trader.post('/account/orders', orderFields({ orderqty: '321' }))
    const { items } = await trader.get('/search', { q: '321 VCHF' })
    expect(items).toMatchObject([{ kind: 'order', title: expect.stringMatching(/^Order: Buy 321.00 VCHF for 32\d/) }])
    expect(items[0].at).toMatch(/^\d{4}-/)
    expect(await found(other, '321 VCHF')).toEqual([])
  })
})

describe('days', () => {
  test('in UTC', async () => {
    expect(await found(trader, '2026-03-01')).toEqual([deposits.acme])
    expect(await found(trader, '1 Mar 2026')).toEqual([deposits.acme])
    expect(await found(other, '1 Mar 2026')).toEqual([deposits.beta])
    expect(await found(trader, '2 Mar 2026')).toEqual([])
  })

  test('in the zone of the person', async () => {
    expect(await found(trader, '2 Mar 2026', 'Europe/Zurich')).toEqual([deposits.acme])
    expect(await found(trader, '1 Mar 2026', 'Europe/Zurich')).toEqual([])
    expect((await trader.tries('/search?q=2026-03-01&zone=Mars/Olympus')).status).toBe(400)
  })
})

describe('every search has an index', () => {
  const texts = ['0x12ab34', '0x12ab…90cd', '…90cdef', '019a9b2c…d4e5f6', '250,000', '19 Nov', 'acme']
  const scopes: Scope[] = [
    { side: 'portal', institutionId: randomUUID(), mayRead: () => true },
    { side: 'console', roles: [], mayRead: () => true },
  ]
  const kinds = houseRooms.flatMap(({ searchable = [] }) => searchable)

  test.each(scopes.flatMap((scope) => texts.map((text) => ({ scope, text, side: scope.side }))))(
    '$side: $text',
    async ({ scope, text }) => {
      const readings = readingsOf(text, 'UTC', new Date())
      const wanted = { ...readings, ids: [] }
      const statements = kinds.flatMap((kind) => statementsOf(kind, scope, wanted))
      for (const { text: sql, values } of statements) expect(await unindexed(sql, values ?? []), sql).toEqual([])
    },
  )

  test('of transactions', async () => {
    const seen: { text: string; values: unknown[] }[] = []
    const sql = { query: async (text: any, values: any) => (seen.push({ text, values }), []) }
    await subjectsOfTransaction(sql, readingsOf('0x12ab34', 'UTC', new Date()).parts)
    expect(await unindexed(seen[0]!.text, seen[0]!.values)).toEqual([])
  })

  /** The tables that would be read as a whole: without an index, or with one that finds nothing. */
  async function unindexed(sql: string, values: unknown[]): Promise<string[]> {
    return desk.database.owner.tx(async (tx) => {
      await tx.query('set local enable_seqscan = off')
      const [row] = await tx.query<any>(`explain (format json) ${sql}`, values)
      return wholes(row['QUERY PLAN'][0].Plan)
    })
  }

  const wholes = (plan: any): string[] => {
    const isWhole = plan['Relation Name'] && plan['Node Type'] !== 'Bitmap Heap Scan' && !plan['Index Cond']
    return [...(isWhole ? [plan['Relation Name']] : []), ...(plan.Plans ?? []).flatMap(wholes)]
  }
})
