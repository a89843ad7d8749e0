import { generateKeyPairSync } from 'node:crypto'
import { once } from 'node:events'
import { createServer, type Server } from 'node:http'
import type { AddressInfo } from 'node:net'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { type Client, createClient } from '../client.ts'
import { callTable } from '../generated/calls.gen.ts'

// A write whose first attempt got no answer may have been carried out, whatever a later attempt is told. So it ends with a
// look-up. The service of these tests is an HTTP server that answers as the script of the test says.

type Attempt = 'lost' | { readonly status: number; readonly code: string }
/** What becomes of the attempts of a write, one after the other; and the rows of every list. */
type Script = { readonly attempts: Attempt[]; readonly rows: readonly object[]; readonly asked: string[] }

let server: Server
let base: string
const scripts = new Map<string, Script>()
const key = generateKeyPairSync('ec', { namedCurve: 'P-256' }).privateKey.export({ type: 'pkcs8', format: 'pem' })

beforeAll(async () => {
  server = createServer((incoming, outgoing) => {
    const script = scripts.get(incoming.headers['user-agent']!)!
    const call = incoming.url!.split('/').at(-1)!
    script.asked.push(call)
    const answer = (status: number, body: object) =>
      outgoing.writeHead(status, { 'content-type': 'application/json' }).end(JSON.stringify(body))
    incoming.resume().once('end', () => {
      if (call.startsWith('query')) return answer(200, pageOf(call, script.rows))
      const next = script.attempts.shift()!
      if (next === 'lost') return incoming.socket.destroy()
      return answer(next.status, { ...next, message: 'As the test says.', details: {} })
    })
  })
  server.listen(0, '127.0.0.1')
  await once(server, 'listening')
  base = `http://127.0.0.1:${(server.address() as AddressInfo).port}/api/v1/`
})
afterAll(() => {
  server.closeAllConnections()
  server.close()
})

function pageOf(call: string, rows: readonly object[]): object {
  const row = Object.values(callTable).find(({ path }) => path.endsWith(`/${call}`)) as { list: string }
  return { [row.list]: rows, next_cursor: null }
}

/** A client that keeps no pace, and the calls that it makes. */
function clientOf(attempts: Attempt[], rows: readonly object[]): { specie: Client; asked: string[] } {
  const userAgent = `test-${scripts.size}`
  const script = { attempts, rows, asked: [] }
  scripts.set(userAgent, script)
  let nonce = 1
  const lock = { change: async () => ({ takenAt: 0, sendAt: 0, nonce: String((nonce += 1)) }) }
  return {
    specie: createClient({ base, key: String(key), userAgent, lock, retry: { attempts: 2, firstMs: 1, longestMs: 1 } }),
    asked: script.asked,
  }
}

const refusal = { status: 400, code: 'insufficient_balance' } as const
const mint = { asset: 'VCHF', blockchain: 'ETH', quantity: '10' }
const order = { symbol: 'VCHF/CHF', side: 'Buy', orderqty: '10', price: '1' } as const
const rail = { railtype: 'FiatToStablecoin', instructions: { asset: 'VCHF', currency: 'CHF', blockchain: 'ETH' } }
const ids = { clreqid: 'a', clordid: 'a', requestid: 'm', withdrawalid: 'w' }

/** Each write that has a list, and the row that shows that it was carried out. */
const writes: [string, (specie: Client) => Promise<unknown>, list: string, row: object][] = [
  ['addOrder', (specie) => specie.addOrder({ ...order, clordid: 'a' }), 'queryOrders', order],
  [
    'withdraw',
    (specie) => specie.withdraw({ asset: 'CHF', quantity: '10', destination: 'main', clreqid: 'a' }),
    'queryWithdrawals',
    { asset: 'CHF', quantity: '10', blockchain: null, destination: 'main', status: 'pending' },
  ],
  [
    'mintTokens',
    (specie) => specie.mintTokens({ ...mint, clreqid: 'a' }),
    'querySupplyChanges',
    { ...mint, type: 'mint', destination: null },
  ],
  [
    'redeemTokens',
    (specie) => specie.redeemTokens({ ...mint, clreqid: 'a' }),
    'querySupplyChanges',
    { ...mint, type: 'redeem', destination: null },
  ],
  [
    'convert',
    (specie) => specie.convert({ from_currency: 'CHF', to_currency: 'VCHF', quantity: '10', clreqid: 'a' }),
    'queryConversions',
    { sold: '10', sold_currency: 'CHF', bought: '9', bought_currency: 'VCHF' },
  ],
  ['addPaymentRail', (specie) => specie.addPaymentRail({ ...rail, clreqid: 'a' } as never), 'queryPaymentRails', rail],
  ['cancelMint', (specie) => specie.cancelMint({ requestid: 'm' }), 'querySupplyChanges', { status: 'canceled' }],
  [
    'cancelWithdrawal',
    (specie) => specie.cancelWithdrawal({ withdrawalid: 'w' }),
    'queryWithdrawals',
    { status: 'canceled' },
  ],
]

test('every write with a list is tried here', () => {
  const withoutList = ['requestQuote']
  const all = Object.entries(callTable).flatMap(([name, row]) => ('id' in row ? [name] : []))
  expect(writes.map(([name]) => name).toSorted()).toEqual(all.filter((name) => !withoutList.includes(name)).toSorted())
})

describe.each(writes)('%s: its first attempt got no answer, and the second is refused', (name, write, list, row) => {
  test('it was carried out: its row is the answer', async () => {
    const { specie, asked } = clientOf(['lost', refusal], [{ ...ids, ...row }])
    expect(await write(specie)).toMatchObject({ validated: false })
    expect(asked).toEqual([name, name, list])
  })

  test('there is no row: only after a look it is said that it was not carried out', async () => {
    const { specie, asked } = clientOf(['lost', refusal], [])
    await expect(write(specie)).rejects.toMatchObject({ code: refusal.code, details: { carried_out: false } })
    expect(asked).toEqual([name, name, list])
  })

  test('it was refused at once, without any doubt: nothing is looked up', async () => {
    const { specie, asked } = clientOf([refusal], [{ ...ids, ...row }])
    const failure = await write(specie).catch((error: unknown) => error)
    expect(failure).toMatchObject({ code: refusal.code })
    expect(asked).toEqual([name])
  })
})
