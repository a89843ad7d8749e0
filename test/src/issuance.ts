import { randomUUID } from 'node:crypto'
import type { Chain } from '@specie/service/base/ports/chain.ts'
import { systemClock } from '@specie/service/base/clock.ts'
import { readConfig } from '@specie/service/base/config.ts'
import type { Db } from '@specie/service/base/database/db.ts'
import type { Env } from '@specie/service/base/env.ts'
import type { Purpose } from '@specie/service/base/manifest.ts'
import { listSupplyChanges } from '@specie/service/issuance/history/list.ts'
import { mintTokens } from '@specie/service/issuance/mint/request.ts'
import { type Account, account, named } from '@specie/service/ledger/chart.ts'
import { credit, debit } from '@specie/service/ledger/posting/journal.ts'
import { storeBankAccounts } from '@specie/service/banking/account/own-accounts.ts'
import { matchPayout } from '@specie/service/banking/payout/match.ts'
import { sendPayouts } from '@specie/service/banking/payout/send.ts'
import { reserveSweeps } from '@specie/service/banking/payout/sweeps.ts'
import { afterAll, afterEach, beforeAll, beforeEach, expect } from 'vitest'
import { clientChf, reserveChf } from './banking/bank-files.ts'
import { freshDatabase, type TestDatabase } from './database.ts'
import { testEnv } from './env.ts'
import { debitOf, scriptedBank } from './banking/scripted-bank.ts'
import { finalByHand, signedByHand } from './sender.ts'
import { post } from './post.ts'
import { balances } from './balances.ts'
import { check, rowsChangedUnseen } from './checks.ts'
import { newInstitution } from './institution.ts'

// A desk that issues coins, with chains that are never called: tests write the sender's part (sender.ts).

export type Desk = {
  env: Env
  database: TestDatabase
  /** Advances settlement time. */
  pass(seconds: number): void
}

export const threeHours = 10_800
/** A million of a currency, in its minor units. */
export const million = 100_000_000n

/** Gives each test of a file a new desk, on one database. After every test the books hold (L1 to L6). */
export function deskForEachTest(take: (desk: Desk) => void | Promise<void>): void {
  let database: TestDatabase
  beforeAll(async () => {
    database = await freshDatabase()
  })
  beforeEach(async () => take(await openDesk(database)))
  afterEach(async () => {
    await expectBooksToStand(database.app)
    await forgetCoins(database)
  })
  afterAll(() => database.drop())
}

export async function expectBooksToStand(db: Db): Promise<void> {
  expect((await check(db)).filter((row) => !row.ok)).toEqual([])
  expect(await rowsChangedUnseen(db)).toEqual([])
}

const there = {} as Chain

async function openDesk(database: TestDatabase): Promise<Desk> {
  let settlement = new Date('2026-11-16T09:00:00Z')
  const { owner } = database
  await owner.query(
    `insert into chains.contract (chain, asset, address, created_at)
     values ('ETH', 'VCHF', '0xc0', now()), ('SOL', 'VCHF', 'C0', now()), ('ETH', 'VGBP', '0xc1', now()) on conflict do nothing`,
  )
  await owner.query(
    `insert into chains.wallet (chain, key, address) values ('ETH', 'omnibus', '0x0b'), ('SOL', 'omnibus', '0B') on conflict do nothing`,
  )
  await owner.query('delete from markets.rate')
  await owner.query(
    `insert into markets.rate (symbol, units, decimals, source, at, received_at) values ('GBP/CHF', 1125, 3, 'test', now(), now())`,
  )
  return {
    env: testEnv(database, {
      clock: { ...systemClock, settlement: () => settlement },
      config: { ...readConfig({}), signingWaitMs: 0 },
      chains: new Map([
        ['ETH', there],
        ['SOL', there],
      ]),
    }),
    database,
    pass: (seconds) => void (settlement = new Date(settlement.getTime() + seconds * 1000)),
  }
}

/** Resets issuance, payments and holds: much faster than a new database for every test. */
function forgetCoins({ owner }: TestDatabase): Promise<void> {
  return owner.tx(async (tx) => {
    await tx.query('set local session_replication_role = replica') // past the triggers, as only a superuser can
    await tx.query(`truncate ledger.journal, ledger.entry, issuance.mint, issuance.redemption, chains.operation,
      chains.transaction, compliance.switch, chains.cursor, compliance.hold, banking.payout, banking.payment_order,
      work.intent, work.request cascade`)
    await tx.query('update ledger.account set balance = 0, version = 0')
  })
}

/** An institution with this amount, in minor units. */
export async function funded(env: Env, money: { CHF?: bigint; GBP?: bigint }): Promise<string> {
  const id = await newInstitution(env.db)
  for (const [asset, amount] of Object.entries(money) as ['CHF' | 'GBP', bigint][]) {
    await post(env, {
      key: `fund:${id}:${asset}`,
      kind: 'wire_credited',
      lines: [
        debit(account('client', 'bank', asset), amount),
        credit(account('client', 'available', id, asset), amount),
      ],
    })
  }
  return id
}

/** The issuer's own money for the reserve. */
export async function topUp(env: Env, asset: 'CHF' | 'GBP', amount: bigint): Promise<void> {
  await post(env, {
    key: `top-up:${randomUUID()}`,
    kind: 'reserve_topped_up',
    lines: [debit(account('reserve', 'bank', asset), amount), credit(account('reserve', 'excess', asset), amount)],
  })
}

/** The due sweeps between client money and reserve, ordered and booked by the bank. */
export async function sweep(env: Env): Promise<void> {
  const bank = scriptedBank()
  await storeBankAccounts(env, await bank.accounts())
  await reserveSweeps.run({ ...env, bank })
  await sendPayouts.run({ ...env, bank })
  for (const payment of [...bank.orders.values()].flatMap((order) => order.payments)) {
    const paid = debitOf(payment)
    const { account: to } = payment.creditor
    const [from, into] =
      to.kind === 'iban' && to.iban === reserveChf.iban ? [clientChf, reserveChf] : [reserveChf, clientChf]
    const leg = { ...paid, bankref: `${paid.bankref}c`, direction: 'credit' as const }
    const problems = [
      await env.db.tx((tx) => matchPayout(env, tx, from, paid)),
      await env.db.tx((tx) => matchPayout(env, tx, into, leg)),
    ]
    if (problems.some((problem) => problem !== null)) throw new Error(`the sweep was not booked: ${problems.join(' ')}`)
  }
}

/** An institution's balances of the franc and its coin. */
export async function money(env: Env, institutionId: string) {
  const found = await balances(env, institutionId)
  const of = (asset: 'CHF' | 'VCHF') => found.get(asset) ?? { available: 0n, pending: 0n }
  return { CHF: of('CHF'), VCHF: of('VCHF') }
}

/** The balances of these accounts. */
export async function ledgerOf(env: Env, ...accounts: Account[]): Promise<bigint[]> {
  const rows = await env.db.query<Account & { balance: bigint }>(
    'select pool, name, owner, asset, balance from ledger.account',
  )
  const known = new Map(rows.map((one) => [named(one).code, one.balance]))
  return accounts.map((one) => known.get(one.code) ?? 0n)
}

type Refusal = Error & { code?: string; details?: { field?: string; rule?: string; reason?: string } }

/** How a call was refused: its code, and its rule or reason. A refusal with a field names it. */
export const refusalOf = (work: Promise<unknown>): Promise<string> =>
  work.then(
    () => 'ok',
    ({ code, message, details }: Refusal) => {
      expect(details?.field).not.toBe('')
      return [code ?? message, details?.rule ?? details?.reason].filter(Boolean).join(' ')
    },
  )

/** A mint request of an institution: 200,000 VCHF on Ethereum by default. */
export async function askMint(
  env: Env,
  institutionId: string,
  over: Record<string, string> = {},
  agreements: string[] = [],
) {
  const ask = { asset: 'VCHF', blockchain: 'ETH', quantity: '200000', ...over }
  return mintTokens(env, { institutionId, actor: 'key', agreements }, ask)
}

export const mint = async (env: Env, institutionId: string, over: Record<string, string> = {}) =>
  (await askMint(env, institutionId, over)).answer

/** The chain has the queued operation of a request, finally. Returns the hash. */
export async function landed({ db }: Env, purpose: Purpose, requestid: string): Promise<string> {
  await signedByHand(db, purpose, requestid)
  return finalByHand(db, purpose, requestid)
}

/** As its owner sees it. */
export const changeOf = async (env: Env, institutionId: string, requestid: string) =>
  (await listSupplyChanges(env, institutionId, { requestid })).supplychanges[0]!

/** Whitelists an address, past its checks. */
export async function whitelisted({ owner }: TestDatabase, institutionId: string, label: string): Promise<string> {
  const address = '0x52908400098527886E0F7030069857D2E4169EE7'
  await owner.tx(async (tx) => {
    await tx.query('set local session_replication_role = replica')
    await tx.query(
      `insert into destinations.address (id, institution_id, blockchain, address, label, ownership, custody, proof,
         travel_rule, travel_rule_status, state, created_at, updated_at)
       values ($1, $2, 'ETH', $3, $4, 'self_hosted', 'self', '{}', '{}', 'complete', 'active', now(), now())`,
      [randomUUID(), institutionId, address, label],
    )
  })
  return address
}
