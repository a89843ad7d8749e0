import { decideHold } from '@specie/test/people.ts'
import { randomUUID } from 'node:crypto'
import { testProviderSecret } from '@specie/counterparts/settings.ts'
import { type Counterparts, openCounterparts } from '@specie/test/programs/counterparts.ts'
import { freshDatabase, type TestDatabase } from '@specie/test/database.ts'
import { testEnv } from '@specie/test/env.ts'
import { post } from '@specie/test/post.ts'
import { balances } from '@specie/test/balances.ts'
import { check, checkBank } from '@specie/test/checks.ts'
import { newInstitution } from '@specie/test/institution.ts'
import type { AssetCode } from '@specie/protocol/assets.ts'
import { machines } from '@specie/protocol/machines.ts'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { httpBank } from '../../banking/http-bank.ts'
import { pollBank } from '../../banking/file/poll.ts'
import { systemClock } from '../../base/clock.ts'
import type { Env } from '../../base/env.ts'
import { setActor, move, type Stateful } from '../../base/state-machine/move.ts'
import { placeHold } from '../../compliance/holds.ts'
import { account } from '../../ledger/chart.ts'
import { credit, debit } from '../../ledger/posting/journal.ts'
import { httpProvider } from '../../markets/provider/provider.ts'
import { refreshRates } from '../../markets/rate/refresh.ts'
import { cancelMint } from '../mint/cancel.ts'
import { beginConversion, indicativeCost } from './row.ts'
import { advanceConversions } from './job.ts'
import { advanceMints } from '../mint/job.ts'
import { mintMachine } from '../mint/row.ts'

const depositMachine: Stateful = { machine: machines.deposit, table: 'transfers.deposit' }

let database: TestDatabase
let counterparts: Pick<Counterparts, 'origin' | 'end'>
let env: Env
let now = Date.parse('2026-03-31T08:00:00Z')

const eth = (tenths: bigint) => tenths * 10n ** 17n
const gas = 21_000n * 10n ** 9n

// A fresh environment for each test: crypto that one leaves with the provider would pay for the mint of the next.
beforeEach(async () => {
  database = await freshDatabase()
  counterparts = await openCounterparts()
  const { origin } = counterparts
  env = testEnv(database, {
    clock: { ...systemClock, settlement: () => new Date(now) },
    bank: httpBank(origin, null),
    provider: httpProvider(origin, 'specie', testProviderSecret),
  })
  await control('bank/control/clock', { settlement: new Date(now).toISOString(), speed: 0 })
  await price('GBP/CHF', '1.25')
  await worth('ETH', 2000)
  await worth('USDC', 0.8)
  await worth('BTC', 80_000)
  await refreshRates.run(env)
})
// After every test the books balance and agree with the bank (L1 to L7).
afterEach(async () => {
  expect((await check(database.app)).filter((row) => !row.ok)).toEqual([])
  expect((await checkBank(database.app)).filter((row) => !row.ok)).toEqual([])
  await counterparts.end()
  await database.drop()
})

async function control(path: string, body: object): Promise<void> {
  const response = await fetch(`${counterparts.origin}/${path}`, { method: 'POST', body: JSON.stringify(body) })
  if (!response.ok) throw new Error(await response.text())
}
/** The price in francs; the same in pounds. */
async function worth(asset: string, francs: number): Promise<void> {
  await price(`${asset}/CHF`, String(francs))
  await price(`${asset}/GBP`, String(francs / 1.25))
}
const price = (symbol: string, price: string) => control('provider/control/rates', { symbol, price, frozen: true })

/** Moves the settlement time on; the bank reports what has arrived. */
async function pass(minutes: number): Promise<void> {
  now += minutes * 60_000
  await control('bank/control/clock', { settlement: new Date(now).toISOString(), speed: 0 })
  await pollBank.run(env)
}

const run = () => advanceConversions.run(env)

let addresses = 0
async function institution(): Promise<string> {
  const id = await newInstitution(env.db)
  await env.db.query(`insert into chains.deposit_address values ('evm', $1, $2, $3, $4)`, [
    (addresses += 1),
    `0x${id}`,
    id,
    env.clock.now(),
  ])
  return id
}

const deposit = (id: string, asset: AssetCode, amount: bigint) =>
  post(env, {
    key: `deposit:${randomUUID()}`,
    kind: 'deposit',
    lines: [
      debit(account('client', 'transitional', id, asset), amount),
      credit(account('client', 'available', id, asset), amount),
    ],
  })

/** A mint of CHF 2,000 that is paid in crypto, as mintTokens makes it. */
async function funding(
  institutionId: string,
  sell: AssetCode = 'ETH',
  maxSpent: bigint | null = null,
): Promise<string> {
  const id = randomUUID()
  const by = { actor: 'test', why: 'asked for', at: env.clock.now() }
  await env.db.tx(async (tx) => {
    await setActor(tx, by)
    await tx.query(
      `insert into issuance.mint (id, institution_id, asset, blockchain, quantity, fulfilment, address, cost, charge,
         funding_currency, spent, max_spent, asked_settlement, state, created_at, updated_at)
       values ($1, $2, 'VCHF', 'ETH', 2000000000, 'issuance', '0x0', 200000, 0, $3, 1, $5, $4, 'requested', $4, $4)`,
      [id, institutionId, sell, by.at, maxSpent],
    )
    await move(tx, mintMachine, id, 'fund', by)
    await beginConversion(env, tx, {
      id,
      institution_id: institutionId,
      asset: 'VCHF',
      funding_currency: sell,
      cost: 200_000n,
    })
  })
  return id
}

/** Writes what the chain's sender writes when a transfer is final, or has failed for good. */
async function ends(mint: string, state: 'final' | 'failed' = 'final'): Promise<{ kind: string; amount: bigint }> {
  return endsLeg(mint, state)
}

async function endsLeg(mint: string, state: 'final' | 'failed'): Promise<{ kind: string; amount: bigint }> {
  const transaction = randomUUID()
  await database.owner.query(
    `insert into chains.transaction (id, chain, key, state, hash, cost, created_at) values ($1, 'ETH', 'deposit:1', $2, $3, $4, now())`,
    [transaction, state === 'final' ? 'final' : 'reverted', `0x${transaction}`, gas],
  )
  const [operation] = await database.owner.query<{ kind: string; amount: bigint }>(
    `update chains.operation set state = $2, unread = true, txid = $3, transaction_id = $4, reason = 'reverted'
     where subject = $1 returning kind, amount, recipient, source`,
    [mint, state, `0x${transaction}`, transaction],
  )
  return operation!
}

/** A mint whose deposited ether is on its way to the provider. */
async function underway(ether = eth(15n)) {
  const acme = await institution()
  const mint = await funding(acme)
  await deposit(acme, 'ETH', ether)
  await run()
  return { acme, mint }
}

/** The ether is with the provider, which misbehaves as given when it is asked to sell. */
async function sold(misbehaviour: 'timeout_after_accept' | 'fill_twice' | 'reject', ether?: bigint) {
  const { acme, mint } = await underway(ether)
  await ends(mint)
  await control('provider/control/next', { next: misbehaviour })
  await run()
  return { acme, mint }
}

const stateOf = async (mint: string) => {
  const [row] = await env.db.query<{ mint: string; conversion: string; reason: string | null; spent: bigint }>(
    `select mint.state as mint, c.state as conversion, mint.reason, spent from issuance.mint join issuance.conversion c using (id)
     where id = $1`,
    [mint],
  )
  return row!
}
const cancel = async (institutionId: string, requestid: string, validate?: 'true') =>
  (await cancelMint(env, { institutionId, actor: 'test' }, { requestid, ...(validate ? { validate } : {}) })).answer
const has = async (id: string, asset: AssetCode) => (await balances(env, id)).get(asset)
const cases = () =>
  env.db.query<{ kind: string; detail: { problem: string } }>(
    'select kind, detail from banking.bank_case where closed_at is null',
  )
const sales = async (mint: string) => {
  const response = await fetch(`${counterparts.origin}/provider/control/state`)
  const { conversions } = (await response.json()) as { conversions: { key: string }[] }
  return conversions.filter(({ key }) => key === `conversion:${mint}`).length
}

test('ether is deposited, sent, sold for what the mint needs, and the wire funds the mint', async () => {
  const acme = await institution()
  expect(await indicativeCost(env, { sell: 'ETH', buy: 'CHF', bought: 200_000n })).toEqual({
    sold: 1_002n * 10n ** 15n,
    spread: 400n,
  })
  const mint = await funding(acme)
  await deposit(acme, 'ETH', eth(10n))
  expect(await run()).toBe(0) // one ether is not enough for spread, margin and gas too
  await deposit(acme, 'ETH', eth(5n))
  expect(await run()).toBe(1)
  expect(await stateOf(mint)).toMatchObject({ mint: 'funding', conversion: 'sending' })
  const held = 101_202n * 10n ** 13n + 5n * 10n ** 15n
  expect(await has(acme, 'ETH')).toEqual({ available: eth(15n) - held, pending: held })

  expect(await ends(mint)).toMatchObject({ kind: 'native', amount: 101_202n * 10n ** 13n })
  expect(await run()).toBe(2)
  const spent = 1_002n * 10n ** 15n + gas
  expect(await stateOf(mint)).toMatchObject({ mint: 'funding', conversion: 'filled', spent })
  expect(await has(acme, 'ETH')).toEqual({ available: eth(15n) - spent, pending: 0n })
  expect(await has(acme, 'CHF')).toEqual({ available: 0n, pending: 200_000n })

  await pass(19)
  expect(await run()).toBe(0)
  await pass(1)
  expect(await run()).toBe(1)
  expect(await stateOf(mint)).toMatchObject({ mint: 'funded', conversion: 'wired' })
  expect(await run()).toBe(0)
  expect(await cases()).toEqual([])
})

test('the house pays the network fee for USDC', async () => {
  const acme = await institution()
  const mint = await funding(acme, 'USDC')
  await deposit(acme, 'USDC', 3_000_000_000n)
  await run()
  expect(await ends(mint)).toMatchObject({ kind: 'collect' })
  await run()
  expect(await has(acme, 'USDC')).toEqual({ available: 3_000_000_000n - 2_505_000_000n, pending: 0n })
  await pass(20)
  await run()
  expect(await stateOf(mint)).toMatchObject({ mint: 'funded', spent: 2_505_000_000n })
})

test('the provider sells and does not answer: the sale is looked up, and made once', async () => {
  const { mint } = await sold('timeout_after_accept')
  expect(await stateOf(mint)).toMatchObject({ conversion: 'converting' })
  await price('ETH/CHF', '1000')
  await run()
  expect(await stateOf(mint)).toMatchObject({ conversion: 'filled', spent: 1_002n * 10n ** 15n + gas })
  expect(await sales(mint)).toBe(1)
  await pass(20)
  await run()
  expect(await stateOf(mint)).toMatchObject({ mint: 'funded' })
})

test('a wire that arrives before the answer waits, and is booked when the sale is known', async () => {
  const { mint } = await sold('timeout_after_accept')
  await pass(20)
  expect(await cases()).toMatchObject([{ kind: 'unmatched_entry' }])
  await run()
  expect(await stateOf(mint)).toMatchObject({ mint: 'funded', conversion: 'wired' })
  expect(await cases()).toEqual([])
})

test('wired twice: one conversion is booked, the other wire opens a case and is credited to nobody', async () => {
  const { acme, mint } = await sold('fill_twice')
  await pass(20)
  await run()
  expect(await stateOf(mint)).toMatchObject({ mint: 'funded', conversion: 'wired' })
  expect(await cases()).toMatchObject([{ kind: 'unmatched_entry', detail: { conversion: mint } }])
  expect(await has(acme, 'CHF')).toEqual({ available: 0n, pending: 200_000n })
  const [{ balance } = { balance: 0n }] = await env.db.query<{ balance: bigint }>(
    `select balance from ledger.account where name = 'unallocated' and asset = 'CHF'`,
  )
  expect(balance).toBe(200_000n)
  await database.owner.query(`update banking.bank_case set closed_at = now(), closed_by = 'test'`)
})

test('refused by the provider: the mint fails, the ether is released, and the next mint uses it at the provider', async () => {
  const { acme, mint } = await sold('reject', eth(11n))
  expect(await stateOf(mint)).toMatchObject({
    mint: 'failed',
    conversion: 'rejected',
    reason: 'Refused by the provider.',
  })
  expect(await has(acme, 'ETH')).toEqual({ available: eth(11n) - gas, pending: 0n })

  const again = await funding(acme)
  await run()
  expect(await stateOf(again)).toMatchObject({ conversion: 'filled', spent: 1_002n * 10n ** 15n })
  expect(await env.db.query('select 1 from chains.operation where subject = $1', [again])).toEqual([])
})

test('a transfer that fails on the chain releases everything except the network fee', async () => {
  const { acme, mint } = await underway()
  await ends(mint, 'failed')
  await run()
  expect(await stateOf(mint)).toMatchObject({ mint: 'failed', conversion: 'rejected' })
  expect(await has(acme, 'ETH')).toEqual({ available: eth(15n) - gas, pending: 0n })
  expect(await transitional(acme)).toBe(eth(15n) - gas)
  expect(await sales(mint)).toBe(0)
})

test('without a deposit for a day the mint fails, and nothing is held', async () => {
  const acme = await institution()
  const mint = await funding(acme)
  await pass(24 * 60 - 1)
  await run()
  expect(await stateOf(mint)).toMatchObject({ mint: 'funding' })
  await pass(1)
  await run()
  expect(await stateOf(mint)).toMatchObject({
    mint: 'failed',
    conversion: 'expired',
    reason: 'No deposit came in time.',
  })
})

// A hold on the mint, at each state of its conversion.

const hold = (institutionId: string, on: string) =>
  env.db.tx((tx) => placeHold(env, tx, { institutionId, on, reason: 'aml_review' }, 'ann'))
const decide = async (holdid: string, decision: 'release' | 'reject') => {
  await decideHold(env, holdid, decision)
  await run()
  await advanceMints.run(env)
}
const all = { available: eth(15n), pending: 0n }
const heldFor = 101_202n * 10n ** 13n + 5n * 10n ** 15n
const spentOn = 1_002n * 10n ** 15n + gas

test('held before the deposit, it takes nothing; after a rejection nothing was taken', async () => {
  const acme = await institution()
  const mint = await funding(acme)
  const { holdid, status } = await hold(acme, mint)
  expect(status).toBe('held')
  await deposit(acme, 'ETH', eth(15n))
  await pass(48 * 60)
  await run()
  expect([await stateOf(mint), await has(acme, 'ETH')]).toMatchObject([{ conversion: 'waiting_deposit' }, all])
  await decide(holdid, 'reject')
  expect([await stateOf(mint), await has(acme, 'ETH')]).toMatchObject([
    { mint: 'rejected', conversion: 'expired', reason: 'refused after review' },
    all,
  ])
})

test('held while the transfer is queued, the crypto does not leave; after a rejection it is released', async () => {
  const { acme, mint } = await underway()
  const { holdid, status } = await hold(acme, mint)
  expect(status).toBe('held')
  await decide(holdid, 'reject')
  expect([await stateOf(mint), await has(acme, 'ETH')]).toMatchObject([
    { mint: 'rejected', conversion: 'rejected' },
    all,
  ])
})

test('a transfer that fails while the mint is held releases nothing before people have decided', async () => {
  const { acme, mint } = await underway()
  const { holdid } = await hold(acme, mint)
  await ends(mint, 'failed')
  await run()
  expect(await has(acme, 'ETH')).toEqual({ available: eth(15n) - heldFor, pending: heldFor })
  await decide(holdid, 'release')
  expect([await stateOf(mint), await has(acme, 'ETH')]).toMatchObject([
    { mint: 'failed' },
    { available: eth(15n) - gas, pending: 0n },
  ])
})

test('held when the crypto is with the provider, it is not sold; after a rejection it belongs to the institution', async () => {
  const { acme, mint } = await underway()
  await ends(mint)
  const { holdid, status } = await hold(acme, mint)
  expect(status).toBe('partly')
  await run()
  await run()
  expect([await stateOf(mint), await sales(mint)]).toMatchObject([{ conversion: 'converting' }, 0])
  await decide(holdid, 'reject')
  expect([await stateOf(mint), await has(acme, 'ETH'), await sales(mint)]).toMatchObject([
    { mint: 'rejected', conversion: 'rejected' },
    { available: eth(15n) - gas, pending: 0n },
    0,
  ])
})

test.each(['release', 'reject'] as const)('held after the order to sell, its proceeds wait: %s', async (decision) => {
  const { acme, mint } = await sold('timeout_after_accept')
  const { holdid, status, irrevocable } = await hold(acme, mint)
  expect([status, irrevocable]).toEqual(['partly', expect.stringMatching(/asked to sell/)])
  await run()
  expect(await stateOf(mint)).toMatchObject({ mint: 'funding', conversion: 'filled' })
  // What the sale left over is not released either.
  expect(await has(acme, 'ETH')).toEqual({ available: eth(15n) - heldFor, pending: heldFor - spentOn })
  await pass(30)
  await run()
  expect(await stateOf(mint)).toMatchObject({ mint: 'funding', conversion: 'filled' })
  await decideHold(env, holdid, decision)
  await run()
  expect(await has(acme, 'ETH')).toEqual({ available: eth(15n) - spentOn, pending: 0n })
  const [state, chf] = [await stateOf(mint), await has(acme, 'CHF')]
  if (decision === 'release') {
    expect([state, chf]).toMatchObject([
      { mint: 'funded', conversion: 'wired' },
      { available: 0n, pending: 200_000n },
    ])
  } else {
    expect([state, chf]).toMatchObject([
      { mint: 'rejected', conversion: 'wired' },
      { available: 200_000n, pending: 0n },
    ])
  }
})

/** The legs of a conversion in their order. */
const legsOf = (mint: string) =>
  env.db.query<{ id: string; owner: string; amount: bigint; outcome: string | null }>(
    'select id, owner, amount, outcome from issuance.conversion_leg where conversion_id = $1 order by id = conversion_id desc, id',
    [mint],
  )

/** One institution sells to the other, like an order: balances move, but nothing on a chain. */
const bought = (from: string, to: string, asset: AssetCode, amount: bigint) =>
  post(env, {
    key: `trade:${randomUUID()}`,
    kind: 'order_filled',
    lines: [
      debit(account('client', 'available', from, asset), amount),
      credit(account('client', 'available', to, asset), amount),
    ],
  })

const transitional = async (owner: string): Promise<bigint> => {
  const [row] = await env.db.query<{ balance: bigint }>(
    `select balance from ledger.account where name = 'transitional' and owner = $1 and asset = 'ETH'`,
    [owner],
  )
  return row?.balance ?? 0n
}

test('ether that was bought here pays for a mint: it is sent once, from the address that holds it', async () => {
  const [seller, acme] = [await institution(), await institution()]
  await deposit(seller, 'ETH', eth(30n))
  await bought(seller, acme, 'ETH', eth(15n))
  const mint = await funding(acme)
  expect(await run()).toBe(1)
  expect(await run()).toBe(0)
  const [leg, ...others] = await legsOf(mint)
  expect([leg?.owner, others]).toEqual([seller, []])
  expect(await ends(mint)).toMatchObject({ kind: 'native', amount: leg!.amount })
  await run()
  await pass(20)
  await run()
  expect(await stateOf(mint)).toMatchObject({ mint: 'funded', conversion: 'wired', spent: 1_002n * 10n ** 15n + gas })
  // The seller still has the rest of its balance, and its address what it did not sell, less the network fee.
  expect(await has(seller, 'ETH')).toEqual({ available: eth(15n), pending: 0n })
  expect(await transitional(seller)).toBe(eth(30n) - leg!.amount - gas)
})

test('a mix of deposited and bought ether goes from both addresses', async () => {
  const [seller, acme] = [await institution(), await institution()]
  await deposit(seller, 'ETH', eth(10n))
  await deposit(acme, 'ETH', eth(6n))
  await bought(seller, acme, 'ETH', eth(5n))
  const mint = await funding(acme)
  await run()
  const [mine, theirs, ...others] = await legsOf(mint)
  expect([mine?.owner, theirs?.owner, others]).toEqual([acme, seller, []])
  await endsLeg(mine!.id, 'final')
  await run()
  expect(await stateOf(mint)).toMatchObject({ conversion: 'sending' })
  await endsLeg(theirs!.id, 'final')
  await run()
  expect(await stateOf(mint)).toMatchObject({ conversion: 'filled', spent: 1_002n * 10n ** 15n + 2n * gas })
  await pass(20)
  await run()
  expect(await stateOf(mint)).toMatchObject({ mint: 'funded' })
  expect(await has(seller, 'ETH')).toEqual({ available: eth(5n), pending: 0n })
})

test('one of two transfers fails: everything is released, and the next mint uses both parts', async () => {
  const { seller, acme, mint, mine, theirs } = await inTwoParts()
  await endsLeg(theirs, 'failed')
  await run()
  expect(await stateOf(mint)).toMatchObject({ mint: 'funding', conversion: 'sending' })
  await endsLeg(mine, 'final')
  await run()
  expect(await stateOf(mint)).toMatchObject({ mint: 'failed', conversion: 'rejected' })
  expect(await has(acme, 'ETH')).toEqual({ available: eth(14n) - 2n * gas, pending: 0n })
  const again = await funding(acme)
  await run()
  expect(await legsOf(again)).toMatchObject([{ owner: seller }])
  await ends(again)
  await run()
  expect(await stateOf(again)).toMatchObject({ conversion: 'filled' })
})

test('ether deposited by one institution never pays for the mint of another', async () => {
  const [other, acme] = [await institution(), await institution()]
  await deposit(other, 'ETH', eth(100n))
  // It has ether, but at an address that the ledger does not know.
  await post(env, {
    key: `test:${randomUUID()}`,
    kind: 'test_endowment',
    lines: [
      debit(account('client', 'provider_crypto', 'elsewhere', 'ETH'), eth(15n)),
      credit(account('client', 'available', acme, 'ETH'), eth(15n)),
    ],
  })
  const mint = await funding(acme)
  await run()
  expect([await legsOf(mint), await stateOf(mint)]).toMatchObject([[], { conversion: 'waiting_deposit' }])
  expect(await transitional(other)).toBe(eth(100n))
})

const inEther = (thousandths: bigint) => thousandths * 10n ** 15n

test('a price above max_spent: the mint waits with a reason, and goes on when the price is back', async () => {
  const acme = await institution()
  const mint = await funding(acme, 'ETH', inEther(1_010n))
  await worth('ETH', 1_960)
  await refreshRates.run(env)
  await deposit(acme, 'ETH', eth(15n))
  expect(await run()).toBe(0)
  expect(await stateOf(mint)).toMatchObject({ mint: 'funding', conversion: 'waiting_deposit' })
  expect((await stateOf(mint)).reason).toContain('more than max_spent (1.01 ETH)')
  expect(await has(acme, 'ETH')).toEqual({ available: eth(15n), pending: 0n })
  await worth('ETH', 2_000)
  await refreshRates.run(env)
  expect(await run()).toBe(1)
  expect(await stateOf(mint)).toMatchObject({ conversion: 'sending', reason: null })
  await ends(mint)
  await run()
  expect(await stateOf(mint)).toMatchObject({ conversion: 'filled', spent: inEther(1_002n) + gas })
})

test('the price moves above max_spent on the way to the provider: nothing is sold, and it can be canceled', async () => {
  const acme = await institution()
  const mint = await funding(acme, 'ETH', inEther(1_015n))
  await deposit(acme, 'ETH', eth(15n))
  await run()
  await expect(cancel(acme, mint)).rejects.toMatchObject({ code: 'not_cancelable' })
  await worth('ETH', 1_960)
  await refreshRates.run(env)
  await ends(mint)
  await run()
  await run()
  expect(await stateOf(mint)).toMatchObject({ mint: 'funding', conversion: 'converting' })
  expect((await stateOf(mint)).reason).toContain('more than max_spent')
  expect(await sales(mint)).toBe(0)
  expect(await cancel(acme, mint)).toMatchObject({ status: 'canceled' })
  expect(await stateOf(mint)).toMatchObject({ mint: 'canceled', conversion: 'canceled' })
  expect(await has(acme, 'ETH')).toEqual({ available: eth(15n) - gas, pending: 0n })
  await worth('ETH', 2_000)
  await refreshRates.run(env)
  await run()
  expect(await sales(mint)).toBe(0)
})

test('a mint that waits for its crypto can be canceled once, and one whose crypto was sold cannot', async () => {
  const acme = await institution()
  const waiting = await funding(acme)
  expect(await cancel(acme, waiting, 'true')).toMatchObject({ status: 'pending', validated: true })
  expect(await cancel(acme, waiting)).toMatchObject({ status: 'canceled', requestid: waiting })
  await expect(cancel(acme, waiting)).rejects.toMatchObject({ code: 'not_cancelable', details: { status: 'canceled' } })
  await expect(cancel(await institution(), waiting)).rejects.toMatchObject({ details: { rule: 'unknown' } })
  await deposit(acme, 'ETH', eth(15n))
  expect(await run()).toBe(0)
  const { acme: other, mint } = await sold('timeout_after_accept')
  await expect(cancel(other, mint)).rejects.toMatchObject({ code: 'not_cancelable' })
  await run()
  expect(await stateOf(mint)).toMatchObject({ conversion: 'filled' })
})

test('a mint whose price never comes back fails after a day, and everything is released', async () => {
  const acme = await institution()
  const mint = await funding(acme, 'ETH', inEther(1_015n))
  await deposit(acme, 'ETH', eth(15n))
  await run()
  await worth('ETH', 1_960)
  await refreshRates.run(env)
  await ends(mint)
  await run()
  await pass(24 * 60)
  await run()
  expect(await stateOf(mint)).toMatchObject({ mint: 'failed', reason: expect.stringContaining('max_spent') })
  expect(await has(acme, 'ETH')).toEqual({ available: eth(15n) - gas, pending: 0n })
})

test('a provider whose price lies far from the reference sells nothing', async () => {
  const acme = await institution()
  await deposit(acme, 'ETH', eth(1_500n))
  const mint = await funding(acme)
  await price('ETH/CHF', '20')
  expect(await run()).toBe(0)
  await expect(indicativeCost(env, { sell: 'ETH', buy: 'CHF', bought: 200_000n })).rejects.toMatchObject({
    code: 'service_unavailable',
  })
  await refreshRates.run(env)
  expect(await run()).toBe(0)
  expect(await stateOf(mint)).toMatchObject({ conversion: 'waiting_deposit' })
})

/** A mint whose ether leaves from two addresses: its own, and that of an institution that sold some to it. */
async function inTwoParts() {
  const [seller, acme] = [await institution(), await institution()]
  await deposit(seller, 'ETH', eth(10n))
  await deposit(acme, 'ETH', eth(6n))
  await bought(seller, acme, 'ETH', eth(8n))
  const mint = await funding(acme)
  await run()
  const [mine, theirs] = await legsOf(mint)
  return { seller, acme, mint, mine: mine!.id, theirs: theirs!.id }
}

test('one of two transfers fails, then the mint is held: what arrives is booked, and nothing is released before people have decided', async () => {
  const { acme, mint, mine, theirs } = await inTwoParts()
  await endsLeg(theirs, 'failed')
  await run()
  const { holdid } = await hold(acme, mint)
  await endsLeg(mine, 'final')
  const before = await has(acme, 'ETH')
  await run()
  expect(await has(acme, 'ETH')).toEqual({ available: before!.available, pending: before!.pending - gas })
  await decide(holdid, 'reject')
  expect(await stateOf(mint)).toMatchObject({ conversion: 'rejected' })
  expect(await has(acme, 'ETH')).toEqual({ available: eth(14n) - 2n * gas, pending: 0n })
})

test.each(['release', 'reject'] as const)(
  'a hold on a mint whose crypto leaves in two transfers: %s',
  async (decision) => {
    const { acme, mint, mine, theirs } = await inTwoParts()
    const { holdid, status } = await hold(acme, mint)
    expect(status).toBe('held')
    const stopped = await env.db.query<{ id: string }>('select compliance.stopped_among($1::uuid[]) as id', [
      [mine, theirs],
    ])
    expect(stopped.length).toBe(2)
    await decide(holdid, decision)
    if (decision === 'release') {
      await endsLeg(mine, 'final')
      await endsLeg(theirs, 'final')
      await run()
      expect(await stateOf(mint)).toMatchObject({ conversion: 'filled' })
      return
    }
    expect(await stateOf(mint)).toMatchObject({ mint: 'rejected', conversion: 'rejected' })
    expect(await has(acme, 'ETH')).toEqual({ available: eth(14n), pending: 0n })
    expect(await run()).toBe(0)
    expect(await has(acme, 'ETH')).toEqual({ available: eth(14n), pending: 0n })
  },
)

/** Ether at the institution's own address with a hold on it: in the books, but not usable. */
async function heldDeposit(id: string, amount: bigint): Promise<void> {
  const deposit = randomUUID()
  await post(env, {
    key: `deposit:${deposit}:booked`,
    kind: 'deposit_booked',
    lines: [
      debit(account('client', 'transitional', id, 'ETH'), amount),
      credit(account('client', 'pending', id, 'ETH'), amount),
    ],
  })
  const by = { actor: 'test', why: 'deposit', at: env.clock.now() }
  await env.db.tx(async (tx) => {
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

test('ether on hold pays for no mint, not even for one of its owner', async () => {
  const [seller, acme] = [await institution(), await institution()]
  await deposit(seller, 'ETH', eth(30n))
  await bought(seller, acme, 'ETH', eth(15n))
  await heldDeposit(acme, eth(20n))
  const mint = await funding(acme)
  await run()
  expect(await legsOf(mint)).toMatchObject([{ owner: seller }])
  expect(await transitional(acme)).toBe(eth(20n))
})
