import type { Caller, World } from '../caller.ts'
import { type Area, Mismatch } from '../check.ts'
import { expectAnswer, expectError, expectThat } from '../expect.ts'
import { sampleMint, sampleOrder } from './sample-requests.ts'

// Calls that move money: only in the sandbox, where the institution is new and its wire is simulated.

const ids = {
  order: 'conformance-order',
  far: 'conformance-far',
  tooFar: 'conformance-too-far',
  dry: 'conformance-dry',
  mint: 'conformance-mint',
}

const order = (clordid: string, over: { readonly [field: string]: string } = {}) => ({
  ...sampleOrder,
  clordid,
  ...over,
})
const mint = { ...sampleMint, clreqid: ids.mint }

async function available({ call }: Caller, asset: string): Promise<string> {
  const { balances } = expectAnswer(await call('accountBalance'), 'accountBalance')
  return balances.find((row: any) => row.asset === asset)?.available
}

async function advance({ sandbox }: World, seconds: number): Promise<void> {
  for (let left = seconds; ;) {
    const { status, body } = await sandbox('clock/advance', { seconds: left })
    if (status !== 200) throw new Mismatch('the clock to advance', `${status} ${JSON.stringify(body)}`)
    if (body.done) return
    left = body.remaining
  }
}

export const moneyArea: Area = {
  name: 'money',
  checks: [
    {
      name: 'a new institution has nothing',
      rule: 'docs/openapi.json',
      needs: 'sandbox',
      async run({ call }) {
        const answer = await call('accountBalance')
        const { balances } = expectAnswer(answer, 'accountBalance')
        const isEmpty = balances.every((row: any) => row.available === '0' && row.pending === '0')
        expectThat(isEmpty, 'zero amounts', answer)
      },
    },
    {
      name: 'an amount above the balance is insufficient_balance',
      rule: 'docs/errors.md',
      needs: 'sandbox',
      run: async ({ call }) => expectError(await call('mintTokens', mint), 'insufficient_balance'),
    },
    {
      name: 'a wire is credited',
      rule: 'docs/banking.md',
      needs: 'sandbox',
      async run(caller, world) {
        const wire = { institutionid: caller.institutionid, currency: 'CHF', amount: '300000' }
        const answer = await world.sandbox('wires', wire)
        expectThat(answer.status === 200, 'the sandbox to send a wire', answer)
        await advance(world, 1800)
        const balance = await available(caller, 'CHF')
        expectThat(balance === '300000', '300000 CHF available', answer, balance)
      },
    },
    {
      name: 'a dry run answers as the write does, does nothing and uses up no client id',
      rule: 'docs/common.md#dry-run',
      needs: 'sandbox',
      async run(caller) {
        const before = await available(caller, 'CHF')
        const answer = await caller.call('addOrder', order(ids.dry, { validate: 'true' }))
        const body = expectAnswer(answer, 'addOrder')
        expectThat(body.order?.validated === true || body.validated === true, 'validated: true', answer)
        const after = await available(caller, 'CHF')
        expectThat(after === before, `${before} CHF as before`, answer, after)
        const other = await caller.call('addOrder', order(ids.dry, { validate: 'true', orderqty: '101' }))
        expectAnswer(other, 'addOrder')
      },
    },
    {
      name: 'an order is filled, within its limit',
      rule: 'docs/trading.md',
      needs: 'sandbox',
      async run({ call }) {
        const answer = await call('addOrder', order(ids.order))
        const { order: filled, error } = expectAnswer(answer, 'addOrder')
        expectThat(filled.ordstatus === 'Filled' && error.code === null, 'Filled, without an error', answer)
        expectThat(filled.bought === '100' && Number(filled.sold) <= 101, '100 bought for at most 101', answer)
      },
    },
    {
      name: 'a repeated order gets the same answer, and is filled once',
      rule: 'docs/common.md#client-ids',
      needs: 'sandbox',
      async run(caller) {
        const before = await available(caller, 'VCHF')
        const answer = await caller.call('addOrder', order(ids.order, { timestamp: '2026-11-14T12:00:05Z' }))
        expectAnswer(answer, 'addOrder')
        const replayed = answer.headers.get('x-app-replayed') ?? 'none'
        expectThat(replayed === 'true', 'the header x-app-replayed: true', answer, replayed)
        const after = await available(caller, 'VCHF')
        expectThat(after === before, `${before} VCHF as before`, answer, after)
      },
    },
    {
      name: 'the same clordid for another order is duplicate_clordid',
      rule: 'docs/common.md#client-ids',
      needs: 'sandbox',
      run: async ({ call }) =>
        expectError(await call('addOrder', order(ids.order, { orderqty: '101' })), 'duplicate_clordid'),
    },
    {
      name: 'an unfillable order is a 200 with its reason',
      rule: 'docs/errors.md',
      needs: 'sandbox',
      async run({ call }) {
        const answer = await call('addOrder', order(ids.far, { price: '0.9' }))
        const { order: rejected, error } = expectAnswer(answer, 'addOrder')
        expectThat(rejected.ordstatus === 'Rejected' && error.code !== null, 'Rejected, with an error', answer)
      },
    },
    {
      name: 'a limit far from the market is a 200 with its reason',
      rule: 'docs/errors.md',
      needs: 'sandbox',
      async run({ call }) {
        const answer = await call('addOrder', order(ids.tooFar, { price: '2' }))
        const { code } = expectAnswer(answer, 'addOrder').error
        expectThat(code === 'limit_too_far_from_market_price', 'limit_too_far_from_market_price', answer)
      },
    },
    {
      name: 'a firm quote is converted once',
      rule: 'docs/trading.md',
      needs: 'sandbox',
      async run({ call }) {
        const answer = await call('requestQuote', { symbol: 'VCHF/CHF', side: 'Buy', orderqty: '100' })
        const { quoteid } = expectAnswer(answer, 'requestQuote')
        const converted = await call('convert', { quoteid })
        expectThat(expectAnswer(converted, 'convert').status === 'completed', 'completed', converted)
        expectError(await call('convert', { quoteid }), 'quote_used')
      },
    },
    {
      name: 'queryOrders and queryTrades find the order by its clordid',
      rule: 'docs/trading.md',
      needs: 'sandbox',
      async run({ call }) {
        const orders = await call('queryOrders', { clordid: ids.order })
        expectThat(expectAnswer(orders, 'queryOrders').orders.length === 1, 'one order', orders)
        const trades = await call('queryTrades', { clordid: ids.order })
        expectThat(expectAnswer(trades, 'queryTrades').trades.length > 0, 'its trades', trades)
      },
    },
    {
      name: 'pages have every row once, and end',
      rule: 'docs/common.md#lists',
      needs: 'sandbox',
      async run({ call }) {
        const whole = await call('queryOrders')
        const expected = expectAnswer(whole, 'queryOrders').orders.map((row: any) => row.ordid)
        const seen: string[] = []
        let cursor: string | null = null
        do {
          const answer = await call('queryOrders', { limit: '1', ...(cursor === null ? {} : { cursor }) })
          const page = expectAnswer(answer, 'queryOrders')
          seen.push(...page.orders.map((row: any) => row.ordid))
          cursor = page.next_cursor
        } while (cursor !== null && seen.length <= expected.length)
        expectThat(String(seen) === String(expected), `the orders ${expected}`, whole, String(seen))
      },
    },
    {
      name: 'a cursor belongs to its call and its filters',
      rule: 'docs/common.md#lists',
      needs: 'sandbox',
      async run({ call }) {
        const answer = await call('queryOrders', { limit: '1' })
        const { next_cursor: cursor } = expectAnswer(answer, 'queryOrders')
        expectThat(typeof cursor === 'string', 'a next_cursor', answer)
        expectError(await call('queryTrades', { cursor }), 'invalid_cursor')
        expectError(await call('queryOrders', { cursor, symbol: 'VCHF/CHF' }), 'invalid_cursor')
      },
    },
    {
      name: 'a mint returns its receipt, and a repeat is done once',
      rule: 'docs/supply.md',
      needs: 'sandbox',
      async run({ call }) {
        const first = await call('mintTokens', mint)
        const { requestid } = expectAnswer(first, 'mintTokens')
        const again = await call('mintTokens', mint)
        const isSame = expectAnswer(again, 'mintTokens').requestid === requestid
        expectThat(isSame, `the same requestid ${requestid}`, again)
        expectError(await call('mintTokens', { ...mint, quantity: '250001' }), 'duplicate_clreqid')
      },
    },
    {
      name: 'a mint paid in its own currency cannot be canceled',
      rule: 'docs/supply.md',
      needs: 'sandbox',
      async run({ call }) {
        const answer = await call('querySupplyChanges', { clreqid: ids.mint })
        const [{ requestid }] = expectAnswer(answer, 'querySupplyChanges').supplychanges
        expectError(await call('cancelMint', { requestid }), 'not_cancelable')
      },
    },
    {
      name: 'the mint settles, and the coins are available',
      rule: 'docs/supply.md',
      needs: 'sandbox',
      async run(caller, world) {
        for (let hours = 0; hours < 12; hours += 1) {
          await advance(world, 3600)
          const answer = await caller.call('querySupplyChanges', { clreqid: ids.mint })
          const [change] = expectAnswer(answer, 'querySupplyChanges').supplychanges
          if (change?.status === 'pending') continue
          expectThat(change?.status === 'settled', 'settled', answer)
          const coins = await available(caller, 'VCHF')
          expectThat(Number(coins) >= 250000, 'at least 250000 VCHF available', answer, coins)
          return
        }
        throw new Mismatch('settled within 12 hours of settlement time', 'pending')
      },
    },
    {
      name: 'the change feed has all of it, oldest first, and continues from its cursor',
      rule: 'docs/events.md',
      needs: 'sandbox',
      async run({ call }) {
        const answer = await call('queryEvents')
        const { events, next_cursor } = expectAnswer(answer, 'queryEvents')
        const types = new Set(events.map((event: any) => event.type))
        expectThat(
          types.has('order') && types.has('mint'),
          'events of the order and the mint',
          answer,
          [...types].join(),
        )
        const rest = await call('queryEvents', { cursor: next_cursor })
        expectThat(expectAnswer(rest, 'queryEvents').events.length === 0, 'no event twice', rest)
      },
    },
  ],
}
