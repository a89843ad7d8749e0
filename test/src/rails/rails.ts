import { sign } from 'node:crypto'
import { customerOf } from '../customers/bank.ts'
import type { BankEntry } from '@specie/payments/camt.ts'
import { parseAmount } from '@specie/protocol/money.ts'
import type { CheckRow } from '@specie/service/checks/rule.ts'
import { expect } from 'vitest'
import { brokenInvariants } from '../chains/books.ts'
import { sandboxControl, until } from '../chains/story.ts'
import { type Answer, canonical, type Client, freshNonce, get } from '../client.ts'
import { skipTheWait, type Uat } from '../programs/uat.ts'
import { checkRails } from '../checks.ts'

// Helpers of rail stories: only calls of a user, and reports of bank, provider and chains.

const party = (name = 'Acme Treasury AG', country = 'CH') => ({
  partyname: { name },
  address: { country },
  partytype: 'company',
})

export type Coin = 'VCHF' | 'VGBP'
export const fiatOf = (asset: Coin) => (asset === 'VCHF' ? 'CHF' : 'GBP')

/** The destinations of an off-ramp's fiat. */
export const destinations = { VCHF: 'CH9300762011623852957', VGBP: 'GB29NWBK60161331926819' } as const

const instructions = (asset: Coin, blockchain: string) => ({ asset, currency: fiatOf(asset), blockchain })

/** `destination`: the label of a whitelisted wallet. */
export const onRamp = (asset: Coin, blockchain: string, destination: string) => ({
  railtype: 'FiatToStablecoin',
  sender: party(),
  wallet: { destination },
  instructions: instructions(asset, blockchain),
})

export const offRamp = (asset: Coin, blockchain: string) => ({
  railtype: 'StablecoinToFiat',
  sender: party(),
  bankaccount: { destination: destinations[asset] },
  instructions: instructions(asset, blockchain),
})

/** The signed call. */
export async function addRail(uat: Uat, client: Client, rail: object): Promise<Answer> {
  const nonce = freshNonce()
  const signed = Buffer.from(`/api/v1/private/addPaymentRail${canonical(rail)}${nonce}`)
  const signature = sign('sha256', signed, client.privateKey).toString('base64url')
  await skipTheWait(uat.database, client)
  const { origin } = uat.service
  const body = JSON.stringify(rail)
  return client.call('addPaymentRail', {}, { origin, nonce, signature, body, contentType: 'application/json' })
}

/** The id of an accepted rail. */
async function takenRail(uat: Uat, client: Client, rail: object): Promise<string> {
  const { status, body } = await addRail(uat, client, rail)
  expect([status, body]).toMatchObject([200, { railid: expect.any(String), reason: null }])
  return body.railid
}

export const railOf = async (uat: Uat, client: Client, railid: string): Promise<any> =>
  (await uat.call(client, 'queryPaymentRails', { railid })).body.rails[0]

export const railBecomes = (uat: Uat, client: Client, railid: string, status: string): Promise<any> =>
  until(
    () => railOf(uat, client, railid),
    (rail) => rail.status === status,
  )

/** The id of an active rail. */
export async function activeRail(uat: Uat, client: Client, rail: object): Promise<string> {
  const railid = await takenRail(uat, client, rail)
  await railBecomes(uat, client, railid, 'active')
  return railid
}

/** A payment over a rail. */
export const pay = (uat: Uat, railid: string, amount: string, more: object = {}): Promise<any> =>
  sandboxControl(uat, 'payments', { railid, amount, ...more })

export const paymentsOf = async (uat: Uat, client: Client, railid: string): Promise<any[]> =>
  (await uat.call(client, 'queryPayments', { railid, limit: '500' })).body.payments

/** The bank pays on business days: longer than Easter. */
const maxHours = 130

/** The first payment over a rail in this state; an hour of settlement time passes between two polls. */
export async function paymentComes(uat: Uat, client: Client, railid: string, status: string): Promise<any> {
  for (let hours = 0; ; hours += 1) {
    const [payment] = await paymentsOf(uat, client, railid)
    if (payment?.status === status) return payment
    if (hours === maxHours) throw new Error(`the payment never became ${status}: ${JSON.stringify(payment)}`)
    await uat.pass(3_600)
  }
}

/** The breaks of `specie check`, over ledger, bank, chains and rails (L1 to L7). */
export async function brokenRails(uat: Uat): Promise<CheckRow[]> {
  const rails = await checkRails(uat.database.app)
  return [...(await brokenInvariants(uat)), ...rails.filter((row) => !row.ok)]
}

const bankAccounts = async (uat: Uat): Promise<any[]> =>
  (await get(`${uat.counterparts.origin}/bank/control/state`)).body.accounts

/** Every account at the bank, next to its ledger balance (L7). */
export async function banksAgree(uat: Uat): Promise<void> {
  const pools = { client_money: 'client', reserve: 'reserve', house: 'house' }
  for (const { purpose, currency, balance } of await bankAccounts(uat)) {
    const pool = pools[purpose as keyof typeof pools]
    const [row] = await uat.database.app.query<{ balance: bigint }>(
      `select balance from ledger.account where pool = $1 and name = 'bank' and asset = $2`,
      [pool, currency],
    )
    expect([pool, currency, row?.balance ?? 0n]).toEqual([pool, currency, parseAmount(balance, currency).minor])
  }
}

/** The bank's own bookings on the client money account; each entry once, from any file. */
export async function booked(uat: Uat, currency: string): Promise<BankEntry[]> {
  const accounts = await bankAccounts(uat)
  const { iban } = accounts.find((one) => one.purpose === 'client_money' && one.currency === currency)
  const answer = (await customerOf(uat.counterparts.origin).notifications(iban)).flatMap(({ entries }) => entries)
  return [...new Map(answer.map((entry) => [entry.bankref, entry])).values()]
}

/** The provider's own report. */
export const provider = async (uat: Uat): Promise<any> =>
  (await get(`${uat.counterparts.origin}/provider/control/state`)).body

/** All events of an institution, oldest first: `payment completed`. */
export async function feed(uat: Uat, client: Client): Promise<{ id: string; told: string }[]> {
  const list: { id: string; told: string }[] = []
  for (let cursor: string | undefined; ;) {
    const { body } = await uat.call(client, 'queryEvents', { limit: '500', ...(cursor && { cursor }) })
    if (body.events.length === 0) return list
    list.push(...body.events.map((one: any) => ({ id: one.id, told: `${one.type} ${one.status}` })))
    cursor = body.next_cursor
  }
}
