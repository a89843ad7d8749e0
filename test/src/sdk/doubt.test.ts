import type { Client } from '@specie/sdk/client.ts'
import { callTable } from '@specie/sdk/generated/calls.gen.ts'
import { describe, expect, test } from 'vitest'
import { scriptedService } from './scripted-service.ts'

// A write whose first attempt got no answer may have been carried out, independent of later answers. So it ends with
// a look-up.

const clientOf = scriptedService()

const refusal = { status: 400, code: 'insufficient_balance' } as const
const mint = { asset: 'VCHF', blockchain: 'ETH', quantity: '10' }
const order = { symbol: 'VCHF/CHF', side: 'Buy', orderqty: '10', price: '1' } as const
const rail = { railtype: 'FiatToStablecoin', instructions: { asset: 'VCHF', currency: 'CHF', blockchain: 'ETH' } }
const ids = { clreqid: 'a', clordid: 'a', requestid: 'm', withdrawalid: 'w' }

/** Each write with a list, and the row that proves it. */
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
    const { specie, calls } = clientOf(['lost', refusal], [{ ...ids, ...row }])
    expect(await write(specie)).toMatchObject({ validated: false })
    expect(calls()).toEqual([name, name, list])
  })

  test('there is no row: only after a look-up it is reported as not carried out', async () => {
    const { specie, calls } = clientOf(['lost', refusal], [])
    await expect(write(specie)).rejects.toMatchObject({ code: refusal.code, details: { carried_out: false } })
    expect(calls()).toEqual([name, name, list])
  })

  test('it was refused at once, without any doubt: nothing is looked up', async () => {
    const { specie, calls } = clientOf([refusal], [{ ...ids, ...row }])
    const failure = await write(specie).catch((error: unknown) => error)
    expect(failure).toMatchObject({ code: refusal.code })
    expect(calls()).toEqual([name])
  })
})
