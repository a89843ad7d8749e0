import { present, validator } from '../../../payments/test/schemas.ts'
import { readCamt, type Statement } from '@specie/payments/camt.ts'
import { expect } from 'vitest'
import type { Client } from '../client.ts'
import type { Uat } from '../programs/uat.ts'

// For an institution with one operation of every kind: each movement of its statement names its operation, and its list has it.

type World = { readonly uat: Uat; readonly acme: Client }

type Movement = { kind: string; ref: string; reftype: string; bankref: string | null }

const always = { from: '2020-01-01T00:00:00Z', to: '2099-01-01T00:00:00Z' }

/** Its list, and the field of the answer. */
const lists: { readonly [reftype: string]: readonly (readonly [call: string, list: string])[] } = {
  depositid: [['queryDeposits', 'deposits']],
  withdrawalid: [['queryWithdrawals', 'withdrawals']],
  requestid: [['querySupplyChanges', 'supplychanges']],
  ordid: [
    ['queryOrders', 'orders'],
    ['queryTrades', 'trades'],
  ],
  conversionid: [['queryConversions', 'conversions']],
  paymentid: [['queryPayments', 'payments']],
}

/**
 * Every kind of movement of an institution's balance, except a mint's movements while the reserve waits for it: a new kind must
 * be listed, too.
 */
const kinds =
  `conversion_delivered conversion_filled deposit_assigned deposit_booked mint_delivered mint_issued mint_traded
  order_filled order_settled payment_credited payout_rejected payout_returned redemption_burned redemption_paid_out wire_attributed
  wire_recalled wire_refused withdrawal_failed withdrawal_sent`.split(/\s+/)

async function movements({ uat, acme }: World): Promise<Movement[]> {
  const { body } = await uat.call(acme, 'statement', always)
  return body.statements.flatMap((one: { movements: Movement[] }) => one.movements)
}

/** Every reference is found in the list of its type. */
export async function expectReferences(world: World): Promise<void> {
  const { uat, acme } = world
  const all = await movements(world)
  // A wire recalled before its credit is no movement: the bank decides the order.
  const found = new Set([...all.map(({ kind }) => kind), 'wire_recalled'])
  expect([...found].toSorted()).toEqual(kinds)
  const operations = new Map(all.map(({ ref, reftype }) => [ref, reftype]))
  for (const [ref, reftype] of operations) {
    expect(Object.keys(lists)).toContain(reftype)
    for (const [call, list] of lists[reftype]!) {
      const listed = (await uat.call(acme, call, { [reftype]: ref })).body[list]
      expect([call, ref, listed]).toEqual([call, ref, [expect.objectContaining({ [reftype]: ref })]])
    }
  }
  expect([...new Set(operations.values())].toSorted()).toEqual(Object.keys(lists).toSorted())
}

/** A movement by the bank has its reference, the same as in the lists. */
export async function expectBankReferences(world: World): Promise<void> {
  const { uat, acme } = world
  const all = await movements(world)
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
}

/** As CSV and as camt.053 the statement has the same content, and the latter is valid by the official schema. */
export async function expectSameInAllFormats({ uat, acme }: World): Promise<void> {
  const json = (await uat.call(acme, 'statement', always)).body
  const period = { from: json.from, to: json.to }
  const csv = (await uat.call(acme, 'statement', { ...period, format: 'csv' })).body.documents[0].content
  const { documents } = (await uat.call(acme, 'statement', { ...period, format: 'camt053' })).body
  const validate = present ? validator('camt.053.001.08.xsd') : () => {}
  for (const { asset, movements: answer } of json.statements) {
    for (const { kind, ref, reftype, bankref } of answer)
      expect(csv).toContain(`,${kind},${ref},${reftype},${bankref ?? ''},`)
    const document = documents.find((one: { asset: string }) => one.asset === asset)
    if (document === undefined) continue
    validate(document.content)
    const [statement] = readCamt(document.content) as Statement[]
    expect(statement!.entries.map((entry) => entry.unstructured)).toEqual(
      answer.map(({ kind, reftype, ref }: Movement) => `${kind} ${reftype} ${ref}`),
    )
    const sum = statement!.entries.reduce((s, one) => s + (one.direction === 'credit' ? one.amount : -one.amount), 0n)
    expect(statement!.opening + sum).toBe(statement!.closing)
    expect(document.content).toContain(`<FrDtTm>${period.from}</FrDtTm><ToDtTm>${period.to}</ToDtTm>`)
  }
  expect(documents.map((one: { asset: string }) => one.asset)).toEqual(['CHF', 'GBP'])
}
