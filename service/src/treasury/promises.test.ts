import { decideHold } from '@specie/test/people.ts'
import { patience } from '@specie/test/database.ts'
import { equip, seen } from '@specie/test/chains/chain-rows.ts'
import { type Desk, deskForEachTest, funded, ledgerOf, refusalOf, whitelisted } from '@specie/test/issuance.ts'
import { failedByHand, finalByHand, signedByHand } from '@specie/test/sender.ts'
import { post } from '@specie/test/post.ts'
import { checkTreasury } from '@specie/test/checks.ts'
import { afterEach, describe, expect, test } from 'vitest'
import type { Db } from '../base/database/db.ts'
import type { Env } from '../base/env.ts'
import { placeHold } from '../compliance/holds.ts'
import { connectAsService } from '../database.ts'
import { mintTokens } from '../issuance/mint/request.ts'
import { advanceMints } from '../issuance/mint/job.ts'
import { redeemTokens } from '../issuance/redemption/request.ts'
import { advanceRedemptions } from '../issuance/redemption/job.ts'
import { account } from '../ledger/chart.ts'
import { house } from '../ledger/house.ts'
import { credit, debit } from '../ledger/posting/journal.ts'
import { withRuntime } from '../runtime.ts'
import { depositAddress } from '../transfers/deposit/address.ts'
import { advanceDeposits } from '../transfers/deposit/job.ts'
import { advanceWithdrawals } from '../transfers/withdrawal/job.ts'
import { cancelWithdrawal } from '../transfers/withdrawal/cancel.ts'
import { withdraw } from '../transfers/withdrawal/request.ts'
import { issueLines } from '../ledger/posting/coin-lines.ts'
import { traceKey } from '@specie/test/trace-key.ts'

// Coins of one chain are promised once across products: withdrawals, redemptions and trades to a wallet.

let desk: Desk
let env: Env
let acme: string
const opened: Db[] = []

deskForEachTest(async (fresh) => {
  desk = fresh
  env = { ...desk.env, config: { ...desk.env.config, mintMinimum: 0 } }
  acme = await holder()
})
afterEach(async () => {
  expect((await checkTreasury(env.db)).filter((row) => !row.ok)).toEqual([])
  await Promise.all(opened.splice(0).map((db) => db.close()))
  await desk.database.owner.query('truncate transfers.withdrawal, transfers.deposit, chains.movement cascade')
})

const coin = 1_000_000n

/** An institution with francs and a wallet. */
async function holder(): Promise<string> {
  const id = await funded(env, { CHF: 100_000_000n })
  await whitelisted(desk.database, id, 'cold')
  return id
}

/** Issued coins of an owner in the omnibus wallet of a chain. */
async function stock(owner: string, chain: 'ETH' | 'SOL', coins: bigint): Promise<void> {
  await post(env, {
    key: `stock:${owner}:${chain}:${env.ids.uuid(env.clock.now())}`,
    kind: 'test',
    lines: [
      debit(account('reserve', 'bank', 'CHF'), coins * 100n),
      ...issueLines('VCHF', chain, coins * 100n),
      debit(account('client', 'omnibus', chain, 'VCHF'), coins * coin),
      credit(account('client', 'available', owner, 'VCHF'), coins * coin),
    ],
  })
}

type ProductRequest = (env: Env, institution: string, coins: bigint) => Promise<string>

const requests = {
  withdrawal: async (env, institutionId, coins) =>
    (await withdraw(env, { institutionId, actor: 'key' }, ofEth(coins, { destination: 'cold' }))).answer.withdrawalid!,
  redemption: async (env, institutionId, coins) =>
    (await redeemTokens(env, { institutionId, actor: 'key' }, ofEth(coins))).answer.requestid,
  trade: async (env, institutionId, coins) =>
    (
      await mintTokens(
        env,
        { institutionId, actor: 'key', agreements: [] },
        ofEth(coins, { destination: 'cold', fulfilment: 'trade' as const }),
      )
    ).answer.requestid,
} satisfies Record<string, ProductRequest>
type Kind = keyof typeof requests

const ofEth = <Over extends Record<string, string>>(coins: bigint, over = {} as Over) => ({
  asset: 'VCHF',
  blockchain: 'ETH',
  quantity: String(coins),
  ...over,
})

const omnibus = async () => (await ledgerOf(env, account('client', 'omnibus', 'ETH', 'VCHF')))[0]! / coin

const purposes = { withdrawal: 'withdrawal', redemption: 'redemption', trade: 'mint' } as const
const tables = { withdrawal: 'transfers.withdrawal', redemption: 'issuance.redemption', trade: 'issuance.mint' }

const stateOf = async (kind: Kind, id: string) =>
  (await env.db.query<{ state: string }>(`select state from ${tables[kind]} where id = $1`, [id]))[0]!.state

async function advanceAll(): Promise<void> {
  for (const job of [advanceDeposits, advanceWithdrawals, advanceRedemptions, advanceMints]) await job.run(env)
}

/** Every accepted promise leaves and is completed. */
async function expectToEnd(accepted: readonly { kind: Kind; id: string }[]): Promise<void> {
  desk.pass(11_000)
  await advanceAll()
  for (const { kind, id } of accepted) {
    await signedByHand(env.db, purposes[kind], id)
    await finalByHand(env.db, purposes[kind], id)
  }
  await advanceAll()
  desk.pass(11_000)
  await advanceAll()
  const states = await Promise.all(accepted.map(async ({ kind, id }) => `${kind} ${await stateOf(kind, id)}`))
  expect(new Set(states)).toEqual(
    new Set(accepted.map(({ kind }) => `${kind} ${kind === 'withdrawal' ? 'completed' : 'settled'}`)),
  )
}

/** Another process: its own connections, and its own batches of requests. */
function another(): Env {
  const db = connectAsService({ url: desk.database.url, patience, traceKey })
  opened.push(db)
  return withRuntime({ ...env, db })
}

/** Runs `work` in a transaction that stays open until `commit` is called. */
function held(env: Env, work: (env: Env) => Promise<unknown>) {
  const [done, open] = [Promise.withResolvers<void>(), Promise.withResolvers<void>()]
  const tx: Db['tx'] = (inner, mode) =>
    env.db.tx(async (sql) => {
      const result = await inner(sql)
      done.resolve()
      await open.promise
      return result
    }, mode)
  const outcome = refusalOf(work(withRuntime({ ...env, db: { ...env.db, tx } })))
  return { done: done.promise, commit: open.resolve, outcome }
}

/** Until a session waits for a lock of another transaction, or `over` says that none will. */
async function untilLockWait(over: () => boolean): Promise<void> {
  while (!over()) {
    const waiting = await env.db.query(
      `select 1 from pg_locks where not granted and locktype = 'advisory'
         and database = (select oid from pg_database where datname = current_database())`,
    )
    if (waiting.length > 0) return
  }
}

const kinds = Object.keys(requests) as Kind[]
const pairs = kinds.flatMap((first) => kinds.map((second) => [first, second] as const))

test.each(pairs)('of a concurrent %s and %s only one is promised the last coins of a chain', async (...pair) => {
  await stock(acme, 'ETH', 700n)
  await stock(house, 'ETH', 300n)
  await stock(acme, 'SOL', 5_000n)
  await stock(house, 'SOL', 5_000n)
  const [first, second] = pair
  const early = held(env, (env) => requests[first](env, acme, 600n))
  await early.done
  const beta = await holder()
  await stock(beta, 'SOL', 5_000n)
  let answered = false
  const late = refusalOf(requests[second](another(), beta, 600n)).finally(() => (answered = true))
  await untilLockWait(() => answered)
  early.commit()
  expect([await early.outcome, await late]).toEqual(['ok', 'insufficient_balance'])
})

test('concurrent requests to several processes are promised at most all coins, and all of them leave', async () => {
  const size = { withdrawal: 70n, redemption: 90n, trade: 110n }
  await stock(acme, 'ETH', 1_000n)
  await stock(house, 'SOL', 100_000n)
  const owners = await Promise.all(Array.from({ length: 6 }, holder))
  for (const owner of owners) await stock(owner, 'SOL', 10_000n)
  const processes = [env, another(), another()]
  const submitted = Array.from({ length: 36 }, (_, i) => ({
    kind: kinds[i % 3]!,
    institution: owners[i % 6]!,
    at: processes[i % 3]!,
  }))
  const answers = await Promise.all(
    submitted.map(({ kind, institution, at }) =>
      requests[kind](at, institution, size[kind]).then(
        (id) => ({ kind, id, error: null }),
        (error) => ({ kind, id: '', error }),
      ),
    ),
  )
  const accepted = answers.filter(({ error }) => error === null)
  const refused = answers.filter(({ error }) => error !== null)
  const total = accepted.reduce((sum, { kind }) => sum + size[kind], 0n)
  expect(total <= 1_000n && total > 1_000n - 110n).toBe(true)
  expect(refused.length).toBeGreaterThan(20)
  for (const { kind, error } of refused) {
    expect(error).toMatchObject({ code: 'insufficient_balance', details: { asset: 'VCHF', blockchain: 'ETH' } })
    expect(Number(error.details.available)).toBeLessThan(Number(size[kind]))
    expect(Number(error.details.available)).toBeGreaterThanOrEqual(0)
  }
  await expectToEnd(accepted)
  expect(await omnibus()).toBe(1_000n - total)
})

describe('a promise', () => {
  const places = { withdrawal: 'next withdrawal', redemption: 'next redemption', trade: 'next mint' } as const

  test.each(kinds)('of a %s on hold stays, and ends when it is rejected', async (kind) => {
    await stock(acme, 'ETH', 1_000n)
    await stock(house, 'SOL', 1_000n)
    const hold = { institutionId: acme, on: places[kind], reason: 'aml_review' as const }
    const { holdid: placed } = await env.db.tx((tx) => placeHold(env, tx, hold, 'officer'))
    const id = await requests[kind](env, acme, 600n)
    await advanceAll()
    expect(await stateOf(kind, id)).toBe('held')
    const others = kinds.filter((other) => other !== kind)
    for (const other of others) expect(await refusalOf(requests[other](env, acme, 401n))).toBe('insufficient_balance')
    await decideHold(env, placed, 'reject')
    await advanceAll()
    expect(await stateOf(kind, id)).toBe('rejected')
    expect(await refusalOf(requests[others[0]!](env, acme, 900n))).toBe('ok')
  })

  test.each(kinds)('of a %s ends when the chain refuses it, and stays while it is on its way', async (kind) => {
    await stock(acme, 'ETH', 1_000n)
    await stock(house, 'SOL', 1_000n)
    const id = await requests[kind](env, acme, 600n)
    desk.pass(11_000)
    await advanceAll()
    await signedByHand(env.db, purposes[kind], id)
    await advanceAll()
    const others = kinds.filter((other) => other !== kind)
    for (const other of others) expect(await refusalOf(requests[other](env, acme, 401n))).toBe('insufficient_balance')
    await failedByHand(env.db, purposes[kind], id, 'reverted')
    await advanceAll()
    for (const other of others) expect(await refusalOf(requests[other](env, acme, 400n))).toBe('ok')
  })

  test('of a canceled withdrawal ends', async () => {
    await stock(acme, 'ETH', 1_000n)
    const by = { institutionId: acme, actor: 'key' }
    const id = await requests.withdrawal(env, acme, 900n)
    expect(await refusalOf(requests.redemption(env, acme, 101n))).toBe('insufficient_balance')
    await cancelWithdrawal(env, by, { withdrawalid: id })
    expect(await refusalOf(requests.redemption(env, acme, 900n))).toBe('ok')
  })
})

describe('coins at a deposit address', () => {
  /** Coins are final at an address of the institution. */
  async function deposit(coins: bigint): Promise<string> {
    await desk.database.owner.query(`delete from chains.wallet where chain = 'ETH'`)
    await equip(env.db, 'ETH', 2)
    const { address } = await depositAddress(env, acme, { asset: 'VCHF', blockchain: 'ETH' })
    await post(env, { key: `outside:${acme}`, kind: 'test', lines: outside(coins) })
    await seen(env.db, { chain: 'ETH', to: address!, amount: coins * coin, state: 'final' })
    await advanceDeposits.run(env)
    const [row] = await env.db.query<{ id: string }>('select id from transfers.deposit where address = $1', [address])
    return row!.id
  }

  /** Coins of an outsider. */
  const outside = (coins: bigint) => [
    debit(account('reserve', 'bank', 'CHF'), coins * 100n),
    ...issueLines('VCHF', 'ETH', coins * 100n),
  ]

  test.each(['redemption', 'trade'] as const)(
    'are promised to a %s, which waits until they are collected',
    async (kind) => {
      await stock(house, 'SOL', 1_000n)
      await stock(acme, 'ETH', 100n)
      const collection = await deposit(500n)
      const id = await requests[kind](env, acme, 550n)
      await advanceAll()
      expect(await env.db.query('select 1 from chains.operation where subject = $1', [id])).toEqual([])
      expect(await refusalOf(requests.withdrawal(env, acme, 51n))).toBe('insufficient_balance')
      await finalByHand(env.db, 'collection', collection)
      await expectToEnd([{ kind, id }])
      expect(await omnibus()).toBe(50n)
    },
  )

  test('on hold are not promised', async () => {
    await stock(house, 'SOL', 1_000n)
    await stock(acme, 'SOL', 1_000n)
    await stock(acme, 'ETH', 100n)
    const hold = { institutionId: acme, on: 'next deposit' as const, reason: 'aml_review' as const }
    await env.db.tx((tx) => placeHold(env, tx, hold, 'officer'))
    await deposit(500n)
    for (const kind of kinds) expect(await refusalOf(requests[kind](env, acme, 101n))).toBe('insufficient_balance')
    expect(await refusalOf(requests.redemption(env, acme, 100n))).toBe('ok')
  })
})
