import { isDeepStrictEqual } from 'node:util'
import { afterAll, beforeAll, expect } from 'vitest'
import { sandboxControl, mint } from '../chains/story.ts'
import type { Client } from '../client.ts'
import { activeRail, feed, offRamp, onRamp, pay, paymentsOf } from '../rails/rails.ts'
import { startUat, type Uat } from '../programs/uat.ts'
import {
  expectHeld,
  frozen,
  inWallet,
  type Kind,
  newWallet,
  paidByBank,
  place,
  reaches,
  shown,
  usable,
} from './story.ts'

// Operations held at a state: how to bring them there, and the check that they stop.

export let uat: Uat

export function useUat(): void {
  beforeAll(async () => {
    uat = await startUat({}, { DEVNET_CHAINS: 'ETH,BASE' })
    await uat.pass(1_800)
  })
  afterAll(() => uat?.end())
}

export const fourHours = 4 * 3_600

/** An operation held at a state, and the destination of its money. */
export type Case = {
  name: string
  kind: Kind
  /** The state at which the hold is placed, and more of its row if the state is not enough. */
  at: string
  and?: string
  answer: 'held' | 'partly' | 'too_late'
  bring(one: Held): Promise<string>
  /** The amount that has left; constant during the hold. */
  outside?(one: Held): Promise<unknown>
  /** The state for clients during a late hold. */
  meanwhile?: string
  /** The state for clients after the release. */
  ends: string
  /** The state for clients after a rejection, if tested. */
  refused?: string
  decision?: Decision
}
type Decision = 'release' | 'reject'
export type Held = { client: Client; wallet: string; addressid: string; sum: number; id: string; holdid: string }

/** Held, with the amount that had left by then. */
export const undecided: { one: Case & Held; outside: unknown }[] = []

export const released = (cases: readonly Case[]): Case[] => cases.map((one) => ({ ...one, decision: 'release' }))
export const both = (cases: readonly Case[]): Case[] => [
  ...released(cases),
  ...cases.map((one): Case => ({ ...one, name: `${one.name}, to be rejected`, decision: 'reject' })),
]

let sums = 1_000
/** An institution with money, coins and destinations. Each has a unique amount, which identifies the bank's entries. */
export async function prepared(): Promise<Held> {
  const client = await uat.onboard()
  const { institutionid } = client
  const wallet = newWallet()
  sums += 1
  await sandboxControl(uat, 'wires', { institutionid, currency: 'CHF', amount: '400000' })
  await sandboxControl(uat, 'deposits', { institutionid, asset: 'VCHF', blockchain: 'BASE', quantity: '5000' })
  const listed = { institutionid, blockchain: 'BASE', address: wallet, label: 'vault' }
  const { addressid } = await sandboxControl(uat, 'addresses', listed)
  const account = { institutionid, label: 'bank', currency: 'CHF', identifier: 'CH9300762011623852957' }
  await sandboxControl(uat, 'bankaccounts', { ...account, name: 'Acme Treasury AG' })
  return { client, wallet, addressid, sum: sums, id: '', holdid: '' }
}

const call = async ({ client }: Held, name: string, fields: Record<string, string>): Promise<any> => {
  const { status, body } = await uat.call(client, name, fields)
  expect([status, body]).toEqual([200, expect.anything()])
  return body
}
export const toBank = async (one: Held) =>
  (await call(one, 'withdraw', { asset: 'CHF', quantity: String(one.sum), destination: 'bank' })).withdrawalid
export const toWallet = async (one: Held) => {
  const ask = { asset: 'VCHF', blockchain: 'BASE', quantity: String(one.sum), destination: 'vault' }
  return (await call(one, 'withdraw', ask)).withdrawalid
}
export const mints = async ({ client }: Held, over: Record<string, string> = {}) =>
  (await mint(uat, client, over)).requestid
export const redeems = async (one: Held, over: Record<string, string> = {}) => {
  const ask = { asset: 'VCHF', blockchain: 'BASE', quantity: String(one.sum), ...over }
  return (await call(one, 'redeemTokens', ask)).requestid
}
/** A payment over a new rail. */
export const overRail = async ({ client, sum }: Held, rail: object) => {
  const railid = await activeRail(uat, client, rail)
  await pay(uat, railid, String(sum))
  for (;;) {
    const [payment] = await paymentsOf(uat, client, railid)
    if (payment) return payment.paymentid
  }
}
export const onBase = onRamp('VCHF', 'BASE', 'vault')
export const offBase = offRamp('VCHF', 'BASE')

export const bank = ({ sum }: Held) => paidByBank(uat, BigInt(sum) * 100n)
export const wallet = (one: Held) => inWallet(uat, 'BASE', one.wallet)

/** Brings all to their states, holds them, and releases everything. */
export async function hold(
  cases: readonly Case[],
  jobs: readonly string[] = [],
  goOn: () => Promise<unknown> = async () => 0,
) {
  const all: (Case & Held)[] = []
  for (const one of cases) all.push({ ...one, ...(await prepared()) })
  await uat.pass(1_800)
  return holdAll(all, jobs, goOn)
}

export async function holdAll(
  all: readonly (Case & Held)[],
  jobs: readonly string[],
  goOn: () => Promise<unknown> = async () => 0,
) {
  await frozen(uat, jobs, async () => {
    for (const one of all) one.id = await one.bring(one)
    for (const one of all) await reaches(uat, one.kind, one.id, one.at, one.and)
    for (const one of all) {
      const answer = await place(uat, one.client, one.id)
      one.holdid = answer.holdid
      expect([answer.status, answer.irrevocable === null], `${one.name}: ${answer.irrevocable}`).toEqual([
        one.answer,
        one.answer === 'held',
      ])
    }
  })
  return { all, goOn }
}

export async function expectStopped({ all, goOn }: Awaited<ReturnType<typeof hold>>): Promise<void> {
  const before = await Promise.all(all.map(async (one) => [await usable(uat, one.client), await one.outside?.(one)]))
  await goOn()
  await uat.pass(fourHours)
  for (const [i, one] of all.entries()) {
    undecided.push({ one, outside: before[i]![1] })
    if (one.answer === 'too_late') continue
    const row = await shown(uat, one.client, one.kind, one.id)
    expectHeld(row, one.name)
    expectHeld(await shown(uat, one.client, one.kind, one.id, 'held'), `${one.name}, by status`)
    expect(await shown(uat, one.client, one.kind, one.id, 'pending'), one.name).toBeUndefined()
    expect([await usable(uat, one.client), await one.outside?.(one)], one.name).toEqual(before[i])
    expect((await feed(uat, one.client)).findLast(({ id }) => id === one.id)!.told, one.name).toMatch(/ held$/)
  }
}

type Seen = readonly [name: string, status: string, isHeld: boolean]

/** Time passes until clients see that state of each: a bank has business days. */
export async function comeTo(all: readonly (Case & Held)[], wanted: readonly Seen[]): Promise<void> {
  const seen = () =>
    Promise.all(
      all.map(async ({ name, client, kind, id }): Promise<Seen> => {
        const { status, hold } = await shown(uat, client, kind, id)
        return [name, status, hold !== null]
      }),
    )
  for (let hours = 0; hours < 80; hours += 4) {
    if (isDeepStrictEqual(await seen(), wanted)) return
    await uat.pass(fourHours)
  }
  expect(await seen()).toEqual(wanted)
}
