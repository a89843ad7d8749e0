import type { AssetCode } from '@specie/protocol/assets.ts'
import { placeHold } from '@specie/service/compliance/holds.ts'
import { house } from '@specie/service/ledger/house.ts'
import { listMovements } from '@specie/service/transfers/statement/movements.ts'
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { minorOf } from '../exact.ts'
import { expectBooksToStand } from '../issuance.ts'
import { endow, order, orderFields, setBook } from '../trading.ts'
import type { AddressDesk } from './address-desk.ts'
import { type Institution, openInstitution, type Person, startMoneyDesk } from './money-desk.ts'

// The portal's calls beyond the signed API: the overview, the ladder of prices, the smallest mint.

let desk: AddressDesk
let acme: Institution
let trader: Person
beforeAll(async () => {
  desk = await startMoneyDesk()
})
beforeEach(async () => {
  acme = await openInstitution(desk)
  trader = await acme.join('trader')
})
afterAll(async () => {
  await expectBooksToStand(desk.database.app)
  await desk.stop()
})

test('the ladder has every deliverable level, best first', async () => {
  await endow(desk.env, house, { VGBP: '100' })
  const asks = [
    ['1.0001', '60'],
    ['1.0001', '20'],
    ['1.0002', '50'],
  ] as const
  await setBook(desk.env, 'VGBP/GBP', { bids: [['0.9999', '50']], asks })
  expect(await trader.get('/ladder', { symbol: 'VGBP/GBP' })).toMatchObject({
    status: 'online',
    bids: [],
    asks: [
      { price: '1.0001', quantity: '80' },
      { price: '1.0002', quantity: '20' },
    ],
  })
})

describe('the overview', () => {
  const overview = (by = trader) => by.get('/overview')
  const today = () => new Date().toISOString().slice(0, 10)

  test('values balances, day by day, and shows movements', async () => {
    await trader.post('/account/orders', orderFields({ clordid: 'shown' }))
    const { value, balances, days, movements } = await overview()
    expect(balances).toEqual([
      { asset: 'VCHF', available: '1100', pending: '0', value: '1100' },
      { asset: 'CHF', available: '999899.99', pending: '0', value: '999899.99' },
    ])
    expect(value).toBe('1000999.99')
    expect(days).toHaveLength(30)
    expect(days.at(-1)).toEqual({ day: today(), value })
    expect(days[0].value).toBe('0')
    expect(movements.slice(0, 2)).toEqual(
      expect.arrayContaining([
        expect.objectContaining({ asset: 'VCHF', amount: '100', reftype: 'ordid' }),
        expect.objectContaining({ asset: 'CHF', amount: '-100.01', reftype: 'ordid' }),
      ]),
    )
    expect(movements).toHaveLength(4)
  })

  test('a day shows the balance at its end, also among many lines', async () => {
    const { rows, ends } = await linesByDay()
    const answer = await desk.env.db.query<{ asset: string; instant: Date; balance: bigint }>(
      'select asset, instant, sum(balance) as balance from ledger.balances_at($1, $2) group by asset, instant',
      [acme.id, ends],
    )
    for (const end of ends) {
      const expected = rows.filter(({ at }) => at < end).reduce((sum, { amount }) => sum - amount, 0n)
      const found = answer.find(({ asset, instant }) => asset === 'CHF' && instant.getTime() === end.getTime())
      expect(found?.balance).toBe(expected)
    }
  })

  /** The balances of the accounts in francs, and times before, between and after their lines. */
  async function linesByDay() {
    // Some of it waits to leave.
    await trader.post('/account/withdrawals', { asset: 'CHF', quantity: '7', destination: 'main' })
    for (let n = 0; n < 4; n += 1) await trader.post('/account/orders', orderFields({ orderqty: `${n + 1}` }))
    const rows = await desk.env.db.query<{ at: Date; amount: bigint }>(
      `select at, amount from ledger.line join ledger.posted using (journal) join ledger.balance using (account)
       where owner = $1 and asset = 'CHF' and name in ('available', 'pending', 'held') order by at`,
      [acme.id],
    )
    expect(rows.length).toBeGreaterThan(4)
    const moments = new Set(rows.flatMap(({ at }) => [at.getTime(), at.getTime() + 1]))
    return { rows, ends: [0, ...moments].toSorted((a, b) => a - b).map((ms) => new Date(ms)) }
  }

  test('counts the items that wait for the signed-in person', async () => {
    const [admin, approver] = [await acme.join('admin'), await acme.join('approver')]
    await admin.post('/second-person', { kind: 'member.withdrawal', needed: true, amounts: [] })
    await trader.post('/account/withdrawals', { asset: 'CHF', quantity: '1', destination: 'main' })
    const requests = async (by: Person) => (await overview(by)).waiting.requests
    expect([await requests(approver), await requests(trader), await requests(admin)]).toEqual([1, 0, 0])
    const { waiting, under_way } = await overview()
    expect(waiting).toMatchObject({ cooling_addresses: 0 })
    // It waits for a second person of the institution; its money is pending meanwhile.
    expect(under_way).toMatchObject([
      {
        kind: 'withdrawal',
        quantity: '1',
        status: 'held',
        hold: { reason: 'approval_required' },
        pending: [{ asset: 'CHF', amount: '1' }],
      },
    ])
  })

  test('a mint under review is open, and is the pending amount', async () => {
    const hold = { institutionId: acme.id, on: 'next mint', reason: 'aml_review' } as const
    await desk.env.db.tx((tx) => placeHold(desk.env, tx, hold, 'screening'))
    const { requestid } = await trader.post('/account/mints', { asset: 'VCHF', blockchain: 'ETH', quantity: '200000' })
    const { balances, under_way } = await overview()
    expect(balances.find(({ asset }: { asset: string }) => asset === 'CHF').pending).toBe('200000')
    expect(under_way).toEqual([
      {
        kind: 'mint',
        id: requestid,
        asset: 'VCHF',
        quantity: '200000',
        status: 'held',
        hold: { reason: 'aml_review', since: expect.any(String), message: 'under review, contact support' },
        pending: [{ asset: 'CHF', amount: '200000' }],
        created_at: expect.any(String),
      },
    ])
  })

  test('the pending amounts are those of the open items', async () => {
    await trader.post('/account/mints', { asset: 'VCHF', blockchain: 'ETH', quantity: '200000' })
    await trader.post('/account/mints', { asset: 'VCHF', blockchain: 'ETH', quantity: '150000' })
    await trader.post('/account/redemptions', { asset: 'VCHF', blockchain: 'ETH', quantity: '10' })
    const { withdrawalid } = await trader.post('/account/withdrawals', {
      asset: 'CHF',
      quantity: '7',
      destination: 'main',
    })
    await trader.post('/account/withdrawals', { asset: 'CHF', quantity: '9', destination: 'main' })
    await trader.post('/account/withdrawals/cancel', { withdrawalid })
    const { balances, under_way } = await overview()
    expect(under_way).toHaveLength(4)
    type Held = { asset: AssetCode; amount: string }
    const sums: Partial<Record<AssetCode, bigint>> = {}
    for (const { pending } of under_way)
      for (const { asset, amount } of pending as Held[]) sums[asset] = (sums[asset] ?? 0n) + minorOf(asset, amount)
    expect(sums).toEqual({ CHF: minorOf('CHF', '350009'), VCHF: minorOf('VCHF', '10') })
    for (const { asset, pending } of balances as { asset: AssetCode; pending: string }[])
      expect([asset, sums[asset] ?? 0n]).toEqual([asset, minorOf(asset, pending)])
  })

  const bought = { symbol: 'VCHF/CHF', side: 'Buy', orderqty: '1', price: '1.001' }

  test('the latest movements have both sides of every trade', async () => {
    for (let n = 0; n < 12; n += 1) await order(desk.env, acme.id, bought)
    const { movements } = await overview()
    expect(movements).toHaveLength(20)
    const sides = Map.groupBy(movements as { ref: string; amount: string }[], ({ ref }) => ref)
    // Outgoing before incoming.
    for (const legs of sides.values()) expect(legs.map(({ amount }) => amount.startsWith('-'))).toEqual([true, false])
  })

  test('a page of movements does not end in the middle of a trade', async () => {
    for (let n = 0; n < 7; n += 1) await order(desk.env, acme.id, bought)
    for (const limit of [1, 3, 5, 10]) {
      const refs: string[] = []
      for (let cursor: string | undefined, more = true; more;) {
        const request = { group: 'order' as const, limit, cursor }
        const { items, next_cursor } = await listMovements(desk.env.db, acme.id, request)
        const inPage = Map.groupBy(items, ({ ref }) => ref)
        expect([...inPage.values()].map((legs) => legs.length)).toEqual([...inPage.keys()].map(() => 2))
        refs.push(...inPage.keys())
        cursor = next_cursor ?? undefined
        more = next_cursor !== null
      }
      expect([refs.length, new Set(refs).size]).toEqual([7, 7])
    }
  })

  test('an asset without a rate has no value, and so neither has the total', async () => {
    await endow(desk.env, acme.id, { BTC: '1' })
    const { value, balances } = await overview()
    expect(value).toBe(null)
    expect(balances).toContainEqual({ asset: 'BTC', available: '1', pending: '0', value: null })
  })
})

test('the smallest mint is given in the coin, and less is refused with the same amount', async () => {
  for (const asset of ['VCHF', 'VGBP'] as const) {
    const { minimum, minimum_gbp } = await trader.get('/account/smallest-mint', { asset })
    if (asset === 'VGBP') expect(minimum).toBe(minimum_gbp)
    const less = { asset, blockchain: 'ETH', quantity: '1' }
    const { code, details } = (await trader.tries('/account/mints', less)).body
    expect([code, details.minimum]).toEqual(['min_amount_below_threshold', minimum])
  }
})
