import { setTimeout as sleep } from 'node:timers/promises'
import { expect } from 'vitest'
import { type Client, get, sandbox } from '../client.ts'
import type { Uat } from '../programs/uat.ts'
import { contractOf } from './books.ts'
import { type OnChain, onChain } from './ledger-of-chain.ts'

// Helpers of all chain stories: only calls of a user, and reads of a chain.

/** Settlement takes three hours; a minute more, so that it is over. */
export const settlement = 3 * 3_600 + 60

/** Calls a control of the sandbox, which must succeed. */
export async function sandboxControl(uat: Uat, path: string, ask: object = {}): Promise<any> {
  const { status, body } = await sandbox(uat.service.origin, path, ask)
  expect([status, body]).toEqual([200, expect.anything()])
  return body
}

/** An institution with this amount, by wire. */
export async function funded(uat: Uat, money: Record<string, string>): Promise<Client> {
  const client = await uat.onboard()
  const { institutionid } = client
  for (const [currency, amount] of Object.entries(money))
    await sandboxControl(uat, 'wires', { institutionid, currency, amount })
  await uat.pass(1_800)
  return client
}

export type Money = { available: string; pending: string }

export async function money(uat: Uat, client: Client, asset: string): Promise<Money> {
  const { body } = await uat.call(client, 'accountBalance')
  const { available = '0', pending = '0' } = body.balances.find((one: any) => one.asset === asset) ?? {}
  return { available, pending }
}

/** A mint as the service answers it: 200,000 VCHF on Base, by default. */
export async function askMint(uat: Uat, client: Client, over: Record<string, string> = {}) {
  return uat.call(client, 'mintTokens', { asset: 'VCHF', blockchain: 'BASE', quantity: '200000', ...over })
}

/** The same, accepted. */
export async function mint(uat: Uat, client: Client, over: Record<string, string> = {}): Promise<any> {
  const { status, body } = await askMint(uat, client, over)
  expect([status, body]).toMatchObject([200, { requestid: expect.any(String) }])
  return body
}

export async function change(uat: Uat, client: Client, requestid: string): Promise<any> {
  return (await uat.call(client, 'querySupplyChanges', { requestid })).body.supplychanges[0]
}

export async function deposits(uat: Uat, client: Client, filter: Record<string, string> = {}): Promise<any[]> {
  return (await uat.call(client, 'queryDeposits', filter)).body.deposits
}

/** A coin at its location. */
export async function coin(uat: Uat, asset: string, blockchain: string): Promise<Coin> {
  const chain = onChain(uat.devnet!.origin, blockchain)
  const contract = await contractOf(uat, asset, blockchain)
  return {
    contract,
    supply: () => chain.supply(contract),
    held: (owner) => chain.balance(contract, owner),
    mints: () => chain.mints(contract),
    exists: chain.exists,
  }
}
export type Coin = Pick<OnChain, 'exists'> & {
  contract: string
  supply(): Promise<bigint>
  held(owner: string): Promise<bigint>
  mints(): Promise<string[]>
}

export const publicly = async (uat: Uat, path: string): Promise<any> =>
  (await get(`${uat.service.origin}/api/v1/client/${path}`)).body

/** A limit for failures, not for slowness: a machine may be busy. */
const patienceMs = 120_000

/** Chains progress by themselves: settlement time does not affect their speed. */
export async function until<T>(look: () => Promise<T>, isThere: (now: T) => boolean): Promise<T> {
  for (const began = performance.now(); ;) {
    const now = await look()
    if (isThere(now)) return now
    const waited = performance.now() - began
    if (waited > patienceMs) throw new Error(`the condition never held: ${JSON.stringify(now)}`)
    // The interval between polls grows with the wait, because each poll costs resources of others.
    await sleep(100 + waited / 10)
  }
}

/** Advances settlement time hour by hour until the condition holds. */
export async function passUntil(
  { pass }: Pick<Uat, 'pass'>,
  hours: number,
  isSo: () => Promise<boolean>,
): Promise<void> {
  for (let passed = 0; passed < hours && !(await isSo()); passed += 1) await pass(3_600)
}

/** Advances settlement time until the bank's statement of every entry's day has arrived: days over a weekend or holidays. */
export async function untilStated(uat: Pick<Uat, 'database' | 'pass'>): Promise<void> {
  const unstated = () =>
    uat.database.owner.query(
      `select from banking.entry e where not exists (
         select from banking.message s where s.account = e.account and s.kind = 'camt.053' and s.to_date >= e.booking_date)`,
    )
  await passUntil(uat, 240, async () => (await unstated()).length === 0)
  expect(await unstated()).toEqual([])
}
