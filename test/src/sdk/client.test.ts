import { randomUUID } from 'node:crypto'
import { type Client, createClient } from '@specie/sdk/client.ts'
import { decimal } from '@specie/sdk/decimal.ts'
import { SpecieError } from '@specie/sdk/error.ts'
import type { ClientOptions } from '@specie/sdk/options.ts'
import { house } from '@specie/service/ledger/house.ts'
import { describe, expect, test } from 'vitest'
import type { TestDatabase } from '../database.ts'
import { testEnv } from '../env.ts'
import { serviceForTests } from '../programs/service-for-tests.ts'
import { endow } from '../trading.ts'

// The SDK of an institution, against the service.

let database: TestDatabase
let origin: string
let base: string

serviceForTests(async (served) => {
  database = served.database
  origin = served.service.origin
  base = `${origin}/api/v1/`
  await endow(testEnv(database), house, { CHF: '100000', VCHF: '100000' })
  await createClient({ base }).sandbox.liquidity({
    symbol: 'VCHF/CHF',
    bids: [['0.9999', '50000']],
    asks: [['1.0001', '50000']],
    frozen: true,
  })
})

/** A separate institution, with money. */
async function institution(money: { CHF?: string } = {}, over: Partial<ClientOptions> = {}) {
  const { institutionid, privatekey: key } = await createClient({ base }).sandbox.institutions({ name: 'Acme AG' })
  if (money.CHF !== undefined) await endow(testEnv(database), institutionid, money)
  return { institutionid, key: key!, specie: createClient({ base, key: key!, ...over }) }
}

test.concurrent('public calls need no key, and a signed one says so', async () => {
  const specie = createClient({ base: origin })
  const { assets } = await specie.getAssets()
  expect(assets.map(({ symbol }) => symbol)).toContain('VCHF')
  expect((await specie.getTradingPairs({ status: 'online' })).pairs).toBeInstanceOf(Array)
  await expect(specie.accountBalance()).rejects.toThrow('Give createClient the key')
})

test.concurrent('balance, order, trades: the day of an institution', async () => {
  const { specie } = await institution({ CHF: '5000.50' })
  const { balances } = await specie.accountBalance()
  expect(balances.find(({ asset }) => asset === 'CHF')).toMatchObject({ available: '5000.5' })
  const clordid = randomUUID()
  const filled = await specie.addOrder({
    clordid,
    symbol: 'VCHF/CHF',
    side: 'Buy',
    orderqty: decimal('1000'),
    price: '1.01',
  })
  expect(filled).toMatchObject({ result: 'ok', order: { clordid, ordstatus: 'Filled', bought: '1000' } })
  const trades = []
  for await (const trade of specie.queryTrades.all({ symbol: 'VCHF/CHF' })) trades.push(trade)
  expect(trades).toMatchObject([{ clordid, qty: '1000' }])
})

test.concurrent('pages follow each other until the last one', async () => {
  const { specie } = await institution({ CHF: '1000' })
  for (let n = 0; n < 3; n += 1) {
    await specie.addOrder({ clordid: `page-${n}`, symbol: 'VCHF/CHF', side: 'Buy', orderqty: '10', price: '1.01' })
  }
  const seen: string[] = []
  for await (const order of specie.queryOrders.all({ limit: 1, sort: 'asc' })) seen.push(order.clordid)
  expect(seen).toEqual(['page-0', 'page-1', 'page-2'])
})

test.concurrent('parallel calls are sent one a second, in order, and each is answered', async () => {
  const sent: { call: string; at: number }[] = []
  const request = ({ call, attempt }: { call: string; attempt: number }) =>
    attempt === 1 && sent.push({ call, at: performance.now() })
  const { specie } = await institution({}, { on: { request } })
  await Promise.all([specie.keyInfo(), specie.accountBalance(), specie.queryOrders()])
  expect(sent.map(({ call }) => call)).toEqual(['keyInfo', 'accountBalance', 'queryOrders'])
  expect(sent[2]!.at - sent[0]!.at).toBeGreaterThan(1_900)
})

describe('nonces', () => {
  test.concurrent('a clock that was set back, and a nonce used by another program', async () => {
    let offset = 0
    const { specie, key } = await institution({}, { clock: () => Date.now() + offset })
    await specie.keyInfo()
    offset = -3_600_000
    await specie.keyInfo()
    // Another program uses the key with a higher number.
    const other = createClient({ base, key, clock: () => Date.now() + 10_000_000 })
    await other.keyInfo()
    const { last_nonce: last } = await specie.keyInfo()
    expect(Number(last)).toBeGreaterThan(Date.now() + 9_000_000)
  })

  test.concurrent('a key with a window learns the time of the service', async () => {
    const { privatekey } = await createClient({ base }).sandbox.institutions({
      name: 'Window AG',
      nonce_window_ms: 5_000,
    })
    const specie = createClient({ base, key: privatekey!, clock: () => Date.now() - 600_000 })
    expect((await specie.keyInfo()).nonce_window_ms).toBe(5_000)
  })
})

test.concurrent('an error names the problem, the cure, and the page', async () => {
  const { specie } = await institution()
  const order = { clordid: 'x', symbol: 'CHF/XYZ', side: 'Buy', orderqty: '10', price: '1' } as const
  const failure = await specie.addOrder(order).catch((error: unknown) => error)
  expect(failure).toBeInstanceOf(SpecieError)
  expect(failure).toMatchObject({
    code: 'unknown_symbol',
    status: 400,
    hint: 'Use a symbol from /client/tradingPairs, in the form BASE/QUOTE.',
    docs: `${origin}/docs/errors/unknown_symbol`,
  })
  expect((failure as SpecieError).traceid).toMatch(/./)
})

test.concurrent('a number is not an amount', async () => {
  const { specie } = await institution()
  // @ts-expect-error: amounts are texts or decimals
  await expect(specie.withdraw({ asset: 'CHF', quantity: 10.5, destination: 'main' })).rejects.toThrow(
    "quantity: a number such as 10.5 is not exact; write '10.5' or decimal('10.5').",
  )
})

test.concurrent('a signal ends a call that waits', async () => {
  const { specie } = await institution()
  await specie.keyInfo()
  const failure = await specie.keyInfo({}, { signal: AbortSignal.timeout(100) }).catch((error: unknown) => error)
  expect(failure).toMatchObject({ name: 'SpecieError', code: 'aborted' })
})

test.concurrent('an unreachable service is reported after the retries', async () => {
  const specie = createClient({ base: 'http://127.0.0.1:1/api/v1/', retry: { attempts: 2, firstMs: 10 } })
  await expect(specie.getTime()).rejects.toMatchObject({ code: 'no_answer', status: null })
})

describe('a lost answer', () => {
  const lose = (fault: string) => ({ headers: { 'x-sandbox-fault': fault } })
  const order = (clordid: string) =>
    ({ clordid, symbol: 'VCHF/CHF', side: 'Buy', orderqty: '100', price: '1.01' }) as const

  /** A fetch that requests this fault in the first `times` attempts. */
  function faulty(fault: string, times: number): typeof fetch {
    let left = times
    return (url, init) => {
      left -= 1
      return fetch(
        url,
        left < 0 ? init : { ...init, headers: { ...(init?.headers as object), ...lose(fault).headers } },
      )
    }
  }

  const bought = async (specie: Client) =>
    (await specie.accountBalance()).balances.find(({ asset }) => asset === 'VCHF')?.available

  test.concurrent.each(['drop_after_commit', 'http_500', 'http_503'])(
    '%s: sent again, and carried out once',
    async (fault) => {
      const { specie } = await institution({ CHF: '1000' }, { fetch: faulty(fault, 1), retry: { firstMs: 50 } })
      const { order: done } = await specie.addOrder(order(randomUUID()))
      expect(done.ordstatus).toBe('Filled')
      expect(await bought(specie)).toBe('100')
    },
  )

  test.concurrent('if every answer to the write is lost, it is looked up', async () => {
    const options = { fetch: faulty('drop_after_commit', 2), retry: { attempts: 2, firstMs: 50 } }
    const { specie } = await institution({ CHF: '1000' }, options)
    const clordid = randomUUID()
    const answer = await specie.addOrder(order(clordid))
    expect(answer).toMatchObject({ result: 'ok', order: { clordid, ordstatus: 'Filled' }, error: { code: null } })
    expect(await bought(specie)).toBe('100')
  })

  test.concurrent('an id used for another order does not count for this one', async () => {
    const { specie, key } = await institution({ CHF: '1000' })
    const clordid = randomUUID()
    await specie.addOrder({ ...order(clordid), orderqty: '50' })
    const deaf: typeof fetch = async (url, init) => {
      const answer = await fetch(url, init)
      if (answer.url.endsWith('addOrder')) throw new TypeError('the answer is lost')
      return answer
    }
    const other = createClient({ base, key, fetch: deaf, retry: { attempts: 2, firstMs: 50 } })
    const failure = { code: 'no_answer', details: { carried_out: false } }
    await expect(other.addOrder(order(clordid))).rejects.toMatchObject(failure)
  })

  test.concurrent('without any answer, the outcome is reported as unknown, with the way to find it', async () => {
    const options = { fetch: faulty('drop_after_commit', 99), retry: { attempts: 2, firstMs: 50 } }
    const { specie } = await institution({ CHF: '1000' }, options)
    await expect(specie.addOrder(order('doubtful'))).rejects.toMatchObject({
      code: 'outcome_unknown',
      details: { look_up: 'queryOrders', by: 'clordid', id: 'doubtful' },
    })
  })
})

test.concurrent('the feed has every event once, and continues from its last position', async () => {
  const { specie } = await institution({ CHF: '1000' })
  await specie.addOrder({ clordid: 'fed', symbol: 'VCHF/CHF', side: 'Buy', orderqty: '100', price: '1.01' })
  let after = ''
  for await (const event of specie.follow()) {
    after = event.eventid
    if (event.clordid === 'fed') break
  }
  const stop = new AbortController()
  const more = (async () => {
    for await (const event of specie.follow({ after, signal: stop.signal })) return event
    return null
  })()
  await specie.addOrder({ clordid: 'later', symbol: 'VCHF/CHF', side: 'Buy', orderqty: '100', price: '1.01' })
  expect(await more).toMatchObject({ type: 'order', clordid: 'later' })
})

test.concurrent('the signal of a client ends its calls and its feed', async () => {
  const stop = new AbortController()
  const { specie } = await institution({}, { signal: stop.signal })
  const feed = (async () => {
    for await (const event of specie.follow()) if (event.type === 'order') return event
    return 'ended'
  })()
  await specie.keyInfo()
  stop.abort()
  expect(await feed).toBe('ended')
  await expect(specie.keyInfo()).rejects.toMatchObject({ code: 'aborted' })
})
