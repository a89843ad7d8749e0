import { randomUUID } from 'node:crypto'
import type { Env } from '@specie/service/base/env.ts'
import type { Provider } from '@specie/service/base/ports/provider.ts'
import { skipCooling, whitelistAddress } from '@specie/service/destinations/address/whitelist.ts'
import { account } from '@specie/service/ledger/chart.ts'
import { credit, debit } from '@specie/service/ledger/posting/journal.ts'
import type { Session } from '@specie/service/people/session/session.ts'
import { afterAll, beforeAll, beforeEach, expect } from 'vitest'
import { balances } from '../balances.ts'
import { equip } from '../chains/chain-rows.ts'
import { type Client, onboard, sandbox } from '../client.ts'
import { expectBooksToStand, topUp } from '../issuance.ts'
import { member } from '../people.ts'
import { post } from '../post.ts'
import { type AddressDesk, callAs, startAddressDesk } from './address-desk.ts'

// An institution that pays by its key, and its people who choose the rules and decide its payments.

export let desk: AddressDesk
export let env: Env
/** New for each test. */
export let acme: Client
export let admin: Session
export let approver: Session

export function usePaymentDesk(): void {
  beforeAll(async () => {
    const quote: Provider['quote'] = async ({ bought }) => ({ sold: (bought * 9n) / 8n, spread: 0n, at: new Date() })
    desk = await startAddressDesk({ provider: { name: 'otc', quote } as Provider })
    env = desk.env
    await equip(env.db, 'ETH', 10)
    await desk.database.owner.query(
      `insert into markets.rate (symbol, units, decimals, source, at, received_at) values ('GBP/CHF', 1125, 3, 'test', now(), now())
       on conflict do nothing`,
    )
    await topUp(env, 'CHF', 1_000_000_000n)
  })
  beforeEach(async () => {
    acme = await onboard(desk.origin)
    const { institutionid } = acme
    admin = await member(env, institutionid, 'admin')
    approver = await member(env, institutionid, 'approver')
    await credited('CHF', 100_000_000n, account('client', 'bank', 'CHF'))
    await credited('VCHF', 1_000_000_000n, account('client', 'omnibus', 'ETH', 'VCHF'))
    await addDestinations(institutionid)
  })
  afterAll(async () => {
    await expectBooksToStand(desk.database.app)
    await desk.stop()
  })
}

async function credited(asset: 'CHF' | 'VCHF', amount: bigint, from: ReturnType<typeof account>): Promise<void> {
  const to = account('client', 'available', acme.institutionid, asset)
  const kind = asset === 'CHF' ? ('wire_credited' as const) : ('mint_settled' as const)
  await post(env, { key: `fund:${randomUUID()}`, kind, lines: [debit(from, amount), credit(to, amount)] })
}

/** A bank account and a wallet that can be used at once. */
async function addDestinations(institutionid: string): Promise<void> {
  await sandbox(desk.origin, 'bankaccounts', {
    institutionid,
    label: 'main',
    currency: 'CHF',
    identifier: 'CH93 0076 2011 6238 5295 7',
    name: 'Acme Treasury AG',
  })
  const by = { actor: 'test', why: 'a test needs it' }
  const wallet = {
    institutionId: institutionid,
    blockchain: 'ETH' as const,
    address: '0x52908400098527886E0F7030069857D2E4169EE7',
    label: 'vault',
    memo: null,
    vasp: null,
  }
  await skipCooling(env, await whitelistAddress(env, wallet, by), by)
}

export const call = (by: Session, path: string, body?: object) => callAs(desk.origin, by, path, body)

export async function done(by: Session, path: string, body?: object): Promise<any> {
  const answer = await call(by, path, body)
  expect(answer.status, JSON.stringify(answer.body)).toBe(200)
  return answer.body
}

export async function signed(name: string, fields: Record<string, string>): Promise<any> {
  await desk.database.owner.query(`update access.key_use set next_at = '-infinity'`)
  const { status, body } = await acme.call(name, fields)
  expect(status, JSON.stringify(body)).toBe(200)
  return body
}

/** The amounts above which payments wait for a second person. */
export const choose = (amounts: Record<string, string>, kind = 'member.withdrawal', needed = true) =>
  done(admin, '/second-person', {
    kind,
    needed,
    amounts: Object.entries(amounts).map(([asset, amount]) => ({ asset, amount })),
  })

export const withdraw = (quantity: string, more: object = {}) =>
  signed('withdraw', { asset: 'CHF', quantity, destination: 'main', ...more })

/** The second person's view of a payment. */
export const requestOf = async (subject: string) =>
  (await done(approver, '/approvals')).items.find((one: { subject: string }) => one.subject === subject)

export async function decideOn(subject: string, decision: 'approve' | 'refuse', by = approver) {
  const { id, payload_hash } = await requestOf(subject)
  return call(by, `/approvals/${id}/decide`, { decision, payload_hash, reason: 'looked at it' })
}

export const chf = async () => (await balances(env, acme.institutionid)).get('CHF')!
/** The francs of an institution without payments. */
export const all = { available: 100_000_000n, pending: 0n }
