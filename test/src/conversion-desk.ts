import { randomUUID } from 'node:crypto'
import type { AssetCode } from '@specie/protocol/assets.ts'
import { machines } from '@specie/protocol/machines.ts'
import { testProviderSecret } from '@specie/counterparts/settings.ts'
import { httpBank } from '@specie/service/banking/http-bank.ts'
import { pollBank } from '@specie/service/banking/file/poll.ts'
import { systemClock } from '@specie/service/base/clock.ts'
import type { Env } from '@specie/service/base/env.ts'
import { move, setActor, type Stateful } from '@specie/service/base/state-machine/move.ts'
import { holdAndReport } from '@specie/service/stopping/place.ts'
import { advanceConversions } from '@specie/service/issuance/mint/funding/job.ts'
import { beginConversion } from '@specie/service/issuance/mint/funding/row.ts'
import { cancelMint } from '@specie/service/issuance/mint/cancel.ts'
import { advanceMints } from '@specie/service/issuance/mint/job.ts'
import { mintMachine } from '@specie/service/issuance/mint/row.ts'
import { account } from '@specie/service/ledger/chart.ts'
import { credit, debit } from '@specie/service/ledger/posting/journal.ts'
import { httpProvider } from '@specie/service/markets/provider/provider.ts'
import { refreshRates } from '@specie/service/markets/rate/refresh.ts'
import { afterEach, beforeEach, expect } from 'vitest'
import { balances } from './balances.ts'
import { check, checkBank } from './checks.ts'
import { freshDatabase, type TestDatabase } from './database.ts'
import { testEnv } from './env.ts'
import { newInstitution } from './institution.ts'
import { decideHold } from './people.ts'
import { post } from './post.ts'
import { type Counterparts, openCounterparts } from './programs/counterparts.ts'

// Mints funded in crypto, with a bank and a provider; tests write the chain's part.

const depositMachine: Stateful = { machine: machines.deposit, table: 'transfers.deposit' }

/** Another one in each test. */
export const desk = {} as { database: TestDatabase; counterparts: Pick<Counterparts, 'origin' | 'end'>; env: Env }

let now = Date.parse('2026-03-31T08:00:00Z')

export const eth = (tenths: bigint): bigint => tenths * 10n ** 17n
export const gas = 21_000n * 10n ** 9n

/** A fresh environment for each test: crypto left at the provider would pay for the next test's mint. */
export function useConversionDesk(): void {
  beforeEach(async () => {
    desk.database = await freshDatabase()
    desk.counterparts = await openCounterparts()
    const { origin } = desk.counterparts
    desk.env = testEnv(desk.database, {
      clock: { ...systemClock, settlement: () => new Date(now) },
      bank: httpBank(origin, null),
      provider: httpProvider(origin, 'specie', testProviderSecret),
    })
    await control('bank/control/clock', { settlement: new Date(now).toISOString(), speed: 0 })
    await price('GBP/CHF', '1.25')
    await worth('ETH', 2000)
    await worth('USDC', 0.8)
    await worth('BTC', 80_000)
    await refreshRates.run(desk.env)
  })
  // After every test the books balance and agree with the bank (L1 to L7).
  afterEach(async () => {
    expect((await check(desk.database.app)).filter((row) => !row.ok)).toEqual([])
    expect((await checkBank(desk.database.app)).filter((row) => !row.ok)).toEqual([])
    await desk.counterparts.end()
    await desk.database.drop()
  })
}

export async function control(path: string, body: object): Promise<void> {
  const response = await fetch(`${desk.counterparts.origin}/${path}`, { method: 'POST', body: JSON.stringify(body) })
  if (!response.ok) throw new Error(await response.text())
}
/** The price in francs; the same in pounds. */
export async function worth(asset: string, francs: number): Promise<void> {
  await price(`${asset}/CHF`, String(francs))
  await price(`${asset}/GBP`, String(francs / 1.25))
}
export const price = (symbol: string, price: string) =>
  control('provider/control/rates', { symbol, price, frozen: true })

/** Advances settlement time; the bank reports arrivals. */
export async function pass(minutes: number): Promise<void> {
  now += minutes * 60_000
  await control('bank/control/clock', { settlement: new Date(now).toISOString(), speed: 0 })
  await pollBank.run(desk.env)
}

export const run = () => advanceConversions.run(desk.env)

let addresses = 0
export async function institution(): Promise<string> {
  const id = await newInstitution(desk.env.db)
  await desk.env.db.query(`insert into chains.deposit_address (family, index, address) values ('evm', $1, $2)`, [
    (addresses += 1),
    `0x${id}`,
  ])
  await desk.env.db.query(
    `update chains.deposit_address set institution_id = $2, assigned_at = $3 where family = 'evm' and index = $1`,
    [addresses, id, desk.env.clock.now()],
  )
  return id
}

export const deposit = (id: string, asset: AssetCode, amount: bigint) =>
  post(desk.env, {
    key: `deposit:${randomUUID()}`,
    kind: 'deposit',
    lines: [
      debit(account('client', 'transitional', id, asset), amount),
      credit(account('client', 'available', id, asset), amount),
    ],
  })

/** A mint of CHF 2,000 funded in crypto, as mintTokens makes it. */
export async function funding(
  institutionId: string,
  sell: AssetCode = 'ETH',
  maxSpent: bigint | null = null,
): Promise<string> {
  const id = randomUUID()
  const by = { actor: 'test', why: 'asked for', at: desk.env.clock.now() }
  await desk.env.db.tx(async (tx) => {
    await setActor(tx, by)
    await tx.query(
      `insert into issuance.mint (id, institution_id, asset, blockchain, quantity, fulfilment, address, cost, charge,
         funding_currency, spent, max_spent, asked_settlement, state, created_at, updated_at)
       values ($1, $2, 'VCHF', 'ETH', 2000000000, 'issuance', '0x0', 200000, 0, $3, 1, $5, $4, 'requested', $4, $4)`,
      [id, institutionId, sell, by.at, maxSpent],
    )
    await move(tx, mintMachine, id, 'fund', by)
    await beginConversion(desk.env, tx, {
      id,
      institution_id: institutionId,
      asset: 'VCHF',
      funding_currency: sell,
      cost: 200_000n,
    })
  })
  return id
}

/** Writes the rows of the chain's sender for a final or failed transfer. */
export async function ends(
  mint: string,
  state: 'final' | 'failed' = 'final',
): Promise<{ kind: string; amount: bigint }> {
  const transaction = randomUUID()
  await desk.database.owner.query(
    `insert into chains.transaction (id, chain, key, state, hash, cost, created_at) values ($1, 'ETH', 'deposit:1', $2, $3, $4, now())`,
    [transaction, state === 'final' ? 'final' : 'reverted', `0x${transaction}`, gas],
  )
  const [operation] = await desk.database.owner.query<{ kind: string; amount: bigint }>(
    `update chains.operation set state = $2, unread = true, txid = $3, transaction_id = $4, reason = 'reverted'
     where subject = $1 returning kind, amount, recipient, source`,
    [mint, state, `0x${transaction}`, transaction],
  )
  return operation!
}

/** A mint whose deposited ether is on its way to the provider. */
export async function underway(ether = eth(15n)) {
  const acme = await institution()
  const mint = await funding(acme)
  await deposit(acme, 'ETH', ether)
  await run()
  return { acme, mint }
}

/** The ether is at the provider, which has the given fault when it is asked to sell. */
export async function sold(misbehaviour: 'timeout_after_accept' | 'fill_twice' | 'reject', ether?: bigint) {
  const { acme, mint } = await underway(ether)
  await ends(mint)
  await control('provider/control/next', { next: misbehaviour })
  await run()
  return { acme, mint }
}

export const stateOf = async (mint: string) => {
  const [row] = await desk.env.db.query<{
    mint: string
    conversion: string
    reason: string | null
    conversionReason: string | null
    spent: bigint
  }>(
    `select mint.state as mint, c.state as conversion, mint.reason, c.reason as "conversionReason", spent from issuance.mint join issuance.conversion c using (id)
     where id = $1`,
    [mint],
  )
  return row!
}
export const cancel = async (institutionId: string, requestid: string, validate?: 'true') =>
  (await cancelMint(desk.env, { institutionId, actor: 'test' }, { requestid, ...(validate ? { validate } : {}) }))
    .answer
export const has = async (id: string, asset: AssetCode) => (await balances(desk.env, id)).get(asset)
export const cases = () =>
  desk.env.db.query<{ kind: string; detail: { problem: string } }>(
    'select kind, detail from banking.bank_case where closed_at is null',
  )
export const sales = async (mint: string) => {
  const response = await fetch(`${desk.counterparts.origin}/provider/control/state`)
  const { conversions } = (await response.json()) as { conversions: { key: string }[] }
  return conversions.filter(({ key }) => key === `conversion:${mint}`).length
}

export const hold = (institutionId: string, on: string) =>
  desk.env.db.tx((tx) => holdAndReport(desk.env, tx, { institutionId, on, reason: 'aml_review' }, 'ann'))
export const decide = async (holdid: string, decision: 'release' | 'reject') => {
  await decideHold(desk.env, holdid, decision)
  await run()
  await advanceMints.run(desk.env)
}
export const all = { available: eth(15n), pending: 0n }
export const heldFor = 101_202n * 10n ** 13n + 5n * 10n ** 15n
export const spentOn = 1_002n * 10n ** 15n + gas

/** The legs of a conversion in their order. */
export const legsOf = (mint: string) =>
  desk.env.db.query<{ id: string; owner: string; amount: bigint; outcome: string | null }>(
    'select id, owner, amount, outcome from issuance.conversion_leg where conversion_id = $1 order by id = conversion_id desc, id',
    [mint],
  )

/** One institution sells to the other, like an order: balances move, but nothing on a chain. */
export const bought = (from: string, to: string, asset: AssetCode, amount: bigint) =>
  post(desk.env, {
    key: `trade:${randomUUID()}`,
    kind: 'order_filled',
    lines: [
      debit(account('client', 'available', from, asset), amount),
      credit(account('client', 'available', to, asset), amount),
    ],
  })

export const transitional = async (owner: string): Promise<bigint> => {
  const [row] = await desk.env.db.query<{ balance: bigint }>(
    `select balance from ledger.account where name = 'transitional' and owner = $1 and asset = 'ETH'`,
    [owner],
  )
  return row?.balance ?? 0n
}

/** A mint whose ether leaves from two addresses: its own, and that of an institution that sold some to it. */
export async function inTwoParts() {
  const [seller, acme] = [await institution(), await institution()]
  await deposit(seller, 'ETH', eth(10n))
  await deposit(acme, 'ETH', eth(6n))
  await bought(seller, acme, 'ETH', eth(8n))
  const mint = await funding(acme)
  await run()
  const [mine, theirs] = await legsOf(mint)
  return { seller, acme, mint, mine: mine!.id, theirs: theirs!.id }
}

/** Ether at the institution's own address with a hold on it: in the books, but not usable. */
export async function heldDeposit(id: string, amount: bigint): Promise<void> {
  const deposit = randomUUID()
  await post(desk.env, {
    key: `deposit:${deposit}:booked`,
    kind: 'deposit_booked',
    lines: [
      debit(account('client', 'transitional', id, 'ETH'), amount),
      credit(account('client', 'pending', id, 'ETH'), amount),
    ],
  })
  const by = { actor: 'test', why: 'deposit', at: desk.env.clock.now() }
  await desk.env.db.tx(async (tx) => {
    await setActor(tx, by)
    await tx.query(
      `insert into transfers.deposit (id, institution_id, asset, blockchain, txid, index, block, height, address, source,
         quantity, state, created_at, updated_at)
       select $1::uuid, $2, 'ETH', 'ETH', $1::text, 0, '0x0', 1, address, index, $3, 'seen', $4, $4
       from chains.deposit_address where institution_id = $2`,
      [deposit, id, amount, by.at],
    )
    for (const event of ['include', 'confirm', 'hold']) await move(tx, depositMachine, deposit, event, by)
  })
}
