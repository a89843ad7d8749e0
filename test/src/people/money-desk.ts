import type { InstitutionRole } from '@specie/protocol/people/roles.ts'
import { storeBankAccounts } from '@specie/service/banking/account/own-accounts.ts'
import type { Env } from '@specie/service/base/env.ts'
import { skipCooling, whitelistAddress } from '@specie/service/destinations/address/whitelist.ts'
import { account } from '@specie/service/ledger/chart.ts'
import { house } from '@specie/service/ledger/house.ts'
import { credit, debit } from '@specie/service/ledger/posting/journal.ts'
import type { Session } from '@specie/service/people/session/session.ts'
import { randomUUID } from 'node:crypto'
import { expect } from 'vitest'
import { balances } from '../balances.ts'
import { equip } from '../chains/chain-rows.ts'
import { type Client, onboard, sandbox } from '../client.ts'
import { topUp } from '../issuance.ts'
import { member } from '../people.ts'
import { post } from '../post.ts'
import { scriptedBank } from '../banking/scripted-bank.ts'
import { endow, setBook } from '../trading.ts'
import { type AddressDesk, startAddressDesk } from './address-desk.ts'
import { as } from './portal.ts'

// A service with money in it, and institutions with people and keys.

export const symbol = 'VCHF/CHF'

export async function startMoneyDesk(over: Parameters<typeof startAddressDesk>[0] = {}): Promise<AddressDesk> {
  const desk = await startAddressDesk(over)
  await equip(desk.env.db, 'ETH', 10)
  await desk.database.owner.query(
    `insert into markets.rate (symbol, units, decimals, source, at, received_at) values ('GBP/CHF', 1125, 3, 'test', now(), now())
     on conflict do nothing`,
  )
  await storeBankAccounts(desk.env, await scriptedBank().accounts())
  await topUp(desk.env, 'CHF', 1_000_000_000n)
  await endow(desk.env, house, { CHF: '100000', VCHF: '100000' })
  await setBook(desk.env, symbol, { bids: [['0.9999', '50000']], asks: [['1.0001', '50000']] })
  return desk
}

export type Institution = {
  readonly client: Client
  readonly id: string
  join(...roles: InstitutionRole[]): Promise<Person>
  /** A signed call, without waiting for the rate limit. */
  signed(name: string, fields?: Record<string, string>): Promise<any>
  balances(): Promise<Record<string, string>>
}

export type Person = {
  readonly session: Session
  readonly id: string
  get(path: string, fields?: Record<string, string>): Promise<any>
  post(path: string, fields?: object): Promise<any>
  /** The answer with its status, even if it was refused. */
  tries(path: string, fields?: object): Promise<{ status: number; body: any; headers: Headers }>
}

/** Cleared, with a million francs, coins, a bank account and a wallet. */
export async function openInstitution(desk: AddressDesk): Promise<Institution> {
  const { env, origin, database } = desk
  const client = await onboard(origin)
  const id = client.institutionid
  await fund(env, id, 'CHF', 100_000_000n, account('client', 'bank', 'CHF'))
  await fund(env, id, 'VCHF', 1_000_000_000n, account('client', 'omnibus', 'ETH', 'VCHF'))
  const own = { label: 'main', currency: 'CHF', identifier: 'CH93 0076 2011 6238 5295 7', name: 'Acme Treasury AG' }
  await sandbox(origin, 'bankaccounts', { institutionid: id, ...own })
  const by = { actor: 'test', why: 'a test needs it' }
  const address = '0x52908400098527886E0F7030069857D2E4169EE7'
  const wallet = { institutionId: id, blockchain: 'ETH' as const, address, label: 'vault', memo: null, vasp: null }
  await skipCooling(env, await whitelistAddress(env, wallet, by), by)
  return {
    client,
    id,
    join: async (...roles) => personOf(await member(env, id, ...roles), origin),
    signed: async (name, fields = {}) => {
      await database.owner.query(`update access.key_use set next_at = '-infinity'`)
      return good(await client.call(name, fields))
    },
    balances: async () => {
      const held = await balances(env, id)
      return Object.fromEntries(Array.from(held, ([asset, has]) => [asset, `${has.available} ${has.pending}`]))
    },
  }
}

async function fund(env: Env, to: string, asset: 'CHF' | 'VCHF', amount: bigint, from: ReturnType<typeof account>) {
  const kind = asset === 'CHF' ? ('wire_credited' as const) : ('mint_settled' as const)
  const lines = [debit(from, amount), credit(account('client', 'available', to, asset), amount)]
  await post(env, { key: `fund:${randomUUID()}`, kind, lines })
}

function personOf(session: Session, origin: string): Person {
  const call = as(session, origin)
  return {
    session,
    id: session.person.id,
    get: async (path, fields = {}) => good(await call('GET', `${path}?${new URLSearchParams(fields).toString()}`)),
    post: async (path, fields = {}) => good(await call('POST', path, fields)),
    tries: (path, fields) => call(fields === undefined ? 'GET' : 'POST', path, fields),
  }
}

function good({ status, body }: { status: number; body: any }): any {
  expect(status, JSON.stringify(body)).toBe(200)
  return body
}
