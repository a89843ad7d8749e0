import { randomBytes } from 'node:crypto'
import { setTimeout as sleep } from 'node:timers/promises'
import { expect } from 'vitest'
import { contractOf } from '../chains/books.ts'
import { onChain } from '../chains/ledger-of-chain.ts'
import { sandboxControl, until } from '../chains/story.ts'
import type { Client } from '../client.ts'
import { booked } from '../rails/rails.ts'
import type { Uat } from '../programs/uat.ts'

// Helpers of stories about late holds.

/** Stops jobs in every process while a state is prepared. Time must not be advanced meanwhile. */
export async function frozen<T>(uat: Uat, jobs: readonly string[], work: () => Promise<T>): Promise<T> {
  const [job, ...rest] = jobs
  if (job === undefined) return work()
  for (;;) {
    const done = await uat.database.owner.exclusive(`job ${job}`, async () => [await frozen(uat, rest, work)] as const)
    if (done) return done[0]
    await sleep(20)
  }
}

const tables = {
  mint: 'issuance.mint',
  redemption: 'issuance.redemption',
  withdrawal: 'transfers.withdrawal',
  deposit: 'transfers.deposit',
  rail: 'rails.rail',
  payment: 'rails.payment',
} as const
export type Kind = keyof typeof tables

/** Its internal state, once reached. */
export const reaches = (uat: Uat, kind: Kind, id: string, state: string, and = 'true'): Promise<unknown> =>
  until(
    () =>
      uat.database.owner.query<{ state: string }>(`select state from ${tables[kind]} thing where id = $1 and ${and}`, [
        id,
      ]),
    ([row]) => row?.state === state,
  )

export const place = (uat: Uat, { institutionid }: Client, on: string): Promise<any> =>
  sandboxControl(uat, 'holds', { institutionid, on, reason: 'aml_review' })

const lists: Record<Kind, [call: string, field: string, list: string]> = {
  mint: ['querySupplyChanges', 'requestid', 'supplychanges'],
  redemption: ['querySupplyChanges', 'requestid', 'supplychanges'],
  withdrawal: ['queryWithdrawals', 'withdrawalid', 'withdrawals'],
  deposit: ['queryDeposits', 'depositid', 'deposits'],
  rail: ['queryPaymentRails', 'railid', 'rails'],
  payment: ['queryPayments', 'paymentid', 'payments'],
}

/** An operation as its institution sees it; with `status`, only if the filter finds it. */
export async function shown(uat: Uat, client: Client, kind: Kind, id: string, status?: string): Promise<any> {
  const [call, field, list] = lists[kind]
  return (await uat.call(client, call, { [field]: id, ...(status === undefined ? {} : { status }) })).body[list][0]
}

/** The available balances of an institution, by asset. */
export async function usable(uat: Uat, client: Client): Promise<Record<string, string>> {
  const { body } = await uat.call(client, 'accountBalance')
  return Object.fromEntries(body.balances.map((one: any) => [one.asset, one.available]))
}

/** A new wallet. */
export const newWallet = (): string => `0x${randomBytes(20).toString('hex')}`

/** The balance of a wallet on a chain. */
export async function inWallet(uat: Uat, blockchain: string, address: string): Promise<bigint> {
  const chain = onChain(uat.devnet!.origin, blockchain)
  return chain.balance(await contractOf(uat, 'VCHF', blockchain), address)
}

/** How often the bank has paid exactly this amount. */
export const paidByBank = async (uat: Uat, minor: bigint): Promise<number> =>
  (await booked(uat, 'CHF')).filter(({ direction, amount }) => direction === 'debit' && amount === minor).length

export const expectHeld = (row: any, name: string): void =>
  expect([row.status, row.hold], name).toEqual([
    'held',
    { reason: 'aml_review', since: expect.any(String), message: 'under review, contact support' },
  ])
