import { present, validator } from '../../../payments/test/schemas.ts'
import { readCamt, type Statement } from '@specie/payments/camt.ts'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { aWorld } from '../check/world.ts'
import { lever, settlement } from '../chains/story.ts'
import type { Client } from '../client.ts'
import { reaches } from '../holds/story.ts'
import type { Uat } from '../uat.ts'

// One of everything that can be asked for and can arrive: each movement of the statement names its thing, and its list has it.

let uat: Uat
let acme: Client

beforeAll(async () => {
  ;({ uat, acme } = await aWorld())
  await reverted()
}, 600_000)
afterAll(() => uat?.end())

type Movement = { kind: string; ref: string; reftype: string; bankref: string | null }

const always = { from: '2020-01-01T00:00:00Z', to: '2099-01-01T00:00:00Z' }

/** Which list has it, and where in the answer. */
const lists: { readonly [reftype: string]: readonly (readonly [call: string, list: string])[] } = {
  depositid: [['queryDeposits', 'deposits']],
  withdrawalid: [['queryWithdrawals', 'withdrawals']],
  requestid: [['querySupplyChanges', 'supplychanges']],
  ordid: [
    ['queryOrders', 'orders'],
    ['queryTrades', 'trades'],
  ],
  conversionid: [['queryConversions', 'conversions']],
}

/**
 * Every kind of movement that changes what an institution has, but for what a mint moves while the reserve waits for it: a
 * new kind is to be found, too.
 */
const kinds =
  `conversion_delivered conversion_filled deposit_assigned deposit_booked mint_delivered mint_issued mint_traded
  order_filled order_settled payout_rejected payout_returned redemption_burned redemption_paid_out wire_attributed
  wire_recalled wire_refused withdrawal_failed withdrawal_sent`.split(/\s+/)

/** A withdrawal that its chain does not carry out. What the world has left open is through before, or it would be reverted instead. */
async function reverted(): Promise<void> {
  const asked = { asset: 'VCHF', blockchain: 'ETH', quantity: '100' }
  await lever(uat, 'deposits', { institutionid: acme.institutionid, ...asked, quantity: '500' })
  await uat.pass(settlement)
  const { body } = await uat.call(acme, 'withdraw', { ...asked, destination: 'vault ETH' })
  await lever(uat, 'chains/ETH/revert-next')
  await uat.pass(settlement)
  await reaches(uat, 'withdrawal', body.withdrawalid, 'failed')
}

async function movements(): Promise<Movement[]> {
  const { body } = await uat.call(acme, 'statement', always)
  return body.statements.flatMap((one: { movements: Movement[] }) => one.movements)
}

test('every reference is found in the list that its type names', async () => {
  const all = await movements()
  expect([...new Set(all.map(({ kind }) => kind))].toSorted()).toEqual(kinds)
  const things = new Map(all.map(({ ref, reftype }) => [ref, reftype]))
  for (const [ref, reftype] of things) {
    expect(Object.keys(lists)).toContain(reftype)
    for (const [call, list] of lists[reftype]!) {
      const found = (await uat.call(acme, call, { [reftype]: ref })).body[list]
      expect([call, ref, found]).toEqual([call, ref, [expect.objectContaining({ [reftype]: ref })]])
    }
  }
  expect([...new Set(things.values())].toSorted()).toEqual(Object.keys(lists).toSorted())
})

test('what the bank moved has its reference, the same as in the lists', async () => {
  const all = await movements()
  const paid = all.filter(({ kind }) => kind === 'withdrawal_sent')
  const rows = new Map<string, string | null>(
    (await uat.call(acme, 'queryWithdrawals', { limit: '100' })).body.withdrawals.map((row: any) => [
      row.withdrawalid,
      row.bankref,
    ]),
  )
  for (const { ref, bankref } of paid) expect([ref, bankref]).toEqual([ref, rows.get(ref)])
  expect(paid.filter(({ bankref }) => bankref !== null).length).toBeGreaterThan(0)
  for (const kind of ['wire_attributed', 'wire_recalled', 'payout_returned', 'redemption_paid_out'])
    for (const one of all.filter((each) => each.kind === kind))
      expect(one).toMatchObject({ bankref: expect.any(String) })
})

test('as CSV and as camt.053 it says the same, and the latter is valid by the official schema', async () => {
  const json = (await uat.call(acme, 'statement', always)).body
  const period = { from: json.from, to: json.to }
  const csv = (await uat.call(acme, 'statement', { ...period, format: 'csv' })).body.documents[0].content
  const { documents } = (await uat.call(acme, 'statement', { ...period, format: 'camt053' })).body
  const validate = present ? validator('camt.053.001.08.xsd') : () => {}
  for (const { asset, movements: told } of json.statements) {
    for (const { kind, ref, reftype, bankref } of told)
      expect(csv).toContain(`,${kind},${ref},${reftype},${bankref ?? ''},`)
    const document = documents.find((one: { asset: string }) => one.asset === asset)
    if (document === undefined) continue
    validate(document.content)
    const [statement] = readCamt(document.content) as Statement[]
    expect(statement!.entries.map((entry) => entry.unstructured)).toEqual(
      told.map(({ kind, reftype, ref }: Movement) => `${kind} ${reftype} ${ref}`),
    )
    const sum = statement!.entries.reduce((s, one) => s + (one.direction === 'credit' ? one.amount : -one.amount), 0n)
    expect(statement!.opening + sum).toBe(statement!.closing)
    expect(document.content).toContain(`<FrDtTm>${period.from}</FrDtTm><ToDtTm>${period.to}</ToDtTm>`)
  }
  expect(documents.map((one: { asset: string }) => one.asset)).toEqual(['CHF', 'GBP'])
})
