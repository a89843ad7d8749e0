import { agree, decideHold } from '@specie/test/people.ts'
import {
  askMint,
  changeOf,
  type Desk,
  deskForEachTest,
  expectBooksToStand,
  funded,
  landed,
  ledgerOf,
  million,
  mint,
  money,
  refusalOf,
  threeHours,
  topUp,
  whitelisted,
} from '@specie/test/issuance.ts'
import { droppedByHand, failedByHand, signedByHand } from '@specie/test/sender.ts'
import { randomUUID } from 'node:crypto'
import { describe, expect, test } from 'vitest'
import type { Env } from '../../base/env.ts'
import type { Provider } from '../../base/ports/provider.ts'
import { placeHold } from '../../compliance/holds.ts'
import { account } from '../../ledger/chart.ts'
import { withRuntime } from '../../runtime.ts'
import { listSupplyChanges } from '../history/list.ts'
import { advanceMints } from './job.ts'

let desk: Desk
let env: Env
deskForEachTest((fresh) => {
  desk = fresh
  env = desk.env
})

const advance = () => advanceMints.run(env)

describe('a mint to the Platform', () => {
  test('holds the money, is minted on the chain, booked when final, and settled after three hours', async () => {
    await topUp(env, 'CHF', million)
    const acme = await funded(env, { CHF: 30_000_000n })
    const answer = await mint(env, acme)
    expect(answer).toMatchObject({ txid: '', fee: '0', spent: '200000', spent_currency: 'CHF', status: 'pending' })
    expect(answer.estimated).toBe(false)
    const nothing = { estimated: false, received: null, received_currency: null, bankref: null }
    expect(await changeOf(env, acme, answer.requestid)).toMatchObject(nothing)
    expect(await money(env, acme)).toMatchObject({ CHF: { available: 10_000_000n, pending: 20_000_000n } })
    expect((await changeOf(env, acme, answer.requestid)).stage).toBe('sending')

    const first = await signedByHand(env.db, 'mint', answer.requestid)
    await advance()
    expect(await changeOf(env, acme, answer.requestid)).toMatchObject({
      stage: 'confirming',
      txid: first,
      txids: [first],
    })
    const bumped = await landed(env, 'mint', answer.requestid)
    await advance()
    expect(await money(env, acme)).toEqual({
      CHF: { available: 10_000_000n, pending: 0n },
      VCHF: { available: 0n, pending: 200_000_000_000n },
    })
    expect(await changeOf(env, acme, answer.requestid)).toMatchObject({ stage: 'confirming', settled_at: null })
    await expectBooksToStand(env.db)

    desk.pass(threeHours - 1)
    expect(await advance()).toBe(0)
    desk.pass(1)
    await advance()
    expect((await money(env, acme)).VCHF).toEqual({ available: 200_000_000_000n, pending: 0n })
    const row = await changeOf(env, acme, answer.requestid)
    expect(row).toMatchObject({
      type: 'mint',
      status: 'settled',
      stage: 'settled',
      quantity: '200000',
      destination: null,
      fulfilment: 'issuance',
      txid: bumped,
      txids: [first, bumped],
      hold: null,
    })
    expect(row.settled_at).not.toBeNull()
    for (const filter of [
      { txid: first },
      { txid: bumped.toUpperCase().replace('0X', '0x') },
      { status: 'completed' as const },
    ]) {
      expect((await listSupplyChanges(env, acme, filter)).supplychanges.map((one) => one.requestid)).toEqual([
        row.requestid,
      ])
    }
    expect((await listSupplyChanges(env, acme, { txid: '0xabc' })).supplychanges).toEqual([])
    expect((await listSupplyChanges(env, acme, { type: 'redeem' })).supplychanges).toEqual([])
    expect(await advance()).toBe(0)
  })

  test('has its transaction in the answer when it is signed in time, and again in the answer to a retry', async () => {
    await topUp(env, 'CHF', million)
    const patient = { ...env, config: { ...env.config, signingWaitMs: 5_000 } }
    const acme = await funded(env, { CHF: million })
    const pending = askMint(patient, acme, { clreqid: 'm-1' })
    let requestid: string | undefined
    while (requestid === undefined) {
      requestid = (await listSupplyChanges(env, acme, { clreqid: 'm-1' })).supplychanges[0]?.requestid
    }
    const hash = await signedByHand(env.db, 'mint', requestid)
    const { answer, replayed } = await pending
    expect([answer.txid, answer.requestid, replayed]).toEqual([hash, requestid, false])
    await signedByHand(env.db, 'mint', requestid)
    await desk.database.owner.query('delete from markets.rate') // the answer stays the same after any change
    const again = await askMint(patient, acme, { clreqid: 'm-1' })
    expect(again).toEqual({ answer, replayed: true })
    expect(await refusalOf(askMint(env, acme, { clreqid: 'm-1', quantity: '300000' }))).toBe('duplicate_clreqid')
  })

  test('many concurrent requests with one id are one mint, and never more than the balance (O2, L3)', async () => {
    await topUp(env, 'CHF', 10n * million)
    const acme = await funded(env, { CHF: 50_000_000n })
    const answers = await Promise.all(Array.from({ length: 5 }, () => askMint(env, acme, { clreqid: 'x' })))
    expect(new Set(answers.map(({ answer }) => answer.requestid)).size).toBe(1)
    const codes = await Promise.all(Array.from({ length: 4 }, () => refusalOf(mint(env, acme))))
    expect(codes.toSorted()).toEqual(['insufficient_balance', 'insufficient_balance', 'insufficient_balance', 'ok'])
    expect((await money(env, acme)).CHF).toEqual({ available: 10_000_000n, pending: 40_000_000n })
  })

  test('that the chain refuses fails with the reason, and its money is released', async () => {
    await topUp(env, 'CHF', million)
    const acme = await funded(env, { CHF: million })
    const { requestid } = await mint(env, acme)
    await failedByHand(env.db, 'mint', requestid, 'SupplyCapExceeded')
    await advance()
    expect(await changeOf(env, acme, requestid)).toMatchObject({ status: 'failed', reason: 'SupplyCapExceeded' })
    expect((await money(env, acme)).CHF).toEqual({ available: million, pending: 0n })
  })

  test('takes the configured fee', async () => {
    await topUp(env, 'CHF', million)
    env = { ...env, config: { ...env.config, mintFeeBps: 10 } }
    const acme = await funded(env, { CHF: million })
    const answer = await mint(env, acme)
    expect(answer).toMatchObject({ fee: '200', spent: '200200' })
    await landed(env, 'mint', answer.requestid)
    await advance()
    expect((await money(env, acme)).CHF).toEqual({ available: million - 20_020_000n, pending: 0n })
    expect(await ledgerOf(env, account('client', 'fees_due', 'CHF'), account('house', 'fees', 'CHF'))).toEqual([
      20_000n,
      20_000n,
    ])
  })
})

describe('a mint to a wallet', () => {
  test('goes to the whitelisted address, and to no balance', async () => {
    await topUp(env, 'CHF', million)
    const acme = await funded(env, { CHF: million })
    const address = await whitelisted(desk.database, acme, 'treasury')
    const answer = await mint(env, acme, { destination: 'treasury' })
    const [operation] = await env.db.query('select kind, recipient, amount from chains.operation')
    expect(operation).toEqual({ kind: 'mint', recipient: address, amount: 200_000_000_000n })
    await landed(env, 'mint', answer.requestid)
    await advance()
    desk.pass(threeHours)
    await advance()
    expect(await changeOf(env, acme, answer.requestid)).toMatchObject({ status: 'settled', destination: 'treasury' })
    expect((await money(env, acme)).VCHF).toEqual({ available: 0n, pending: 0n })
    expect(await refusalOf(mint(env, acme, { destination: 'treasury', blockchain: 'SOL' }))).toBe(
      'external_wallet_not_whitelisted other_chain',
    )
    expect(await refusalOf(mint(env, acme, { destination: address }))).toBe('ok')
  })
})

describe('the checks of a mint, in their order', () => {
  const good = { destination: 'nowhere', funding_currency: 'XYZ' }
  test.each([
    ['an asset that is no coin', { asset: 'CHF', blockchain: 'BTC', quantity: 'x' }, 'unknown_asset'],
    ['a chain on which the coin is not issued', { blockchain: 'CELO', quantity: 'x' }, 'unknown_blockchain'],
    ['a chain that is offline', { blockchain: 'BASE', quantity: 'x' }, 'service_unavailable'],
    ['no number', { quantity: '1e6', ...good }, 'bad_request format'],
    ['too fine', { quantity: '200000.001', ...good }, 'bad_request decimals'],
    ['nothing', { quantity: '0', ...good }, 'bad_request positive'],
    ['too much', { quantity: '1000000000.01', ...good }, 'max_amount_exceeded'],
    ['too little', { quantity: '112499.99', ...good }, 'min_amount_below_threshold'],
    ['an unknown wallet', { quantity: '112500', ...good }, 'external_wallet_not_whitelisted unknown_destination'],
    ['a funding currency that is none', { funding_currency: 'XYZ' }, 'unknown_asset'],
    ['crypto without the agreement', { funding_currency: 'ETH' }, 'agreement_missing not_active'],
    ['too little money', { quantity: '112500.01' }, 'insufficient_balance'],
  ])('%s', async (_what, over, code) => {
    await topUp(env, 'CHF', million)
    const acme = await funded(env, { CHF: 11_250_000n })
    expect(await refusalOf(mint(env, acme, over))).toBe(code)
    expect(await refusalOf(mint(env, acme, { ...over, validate: 'true' }))).toBe(code)
    expect((await money(env, acme)).CHF).toEqual({ available: 11_250_000n, pending: 0n })
    expect((await listSupplyChanges(env, acme, {})).supplychanges).toEqual([])
  })

  test('the minimum is stated in units of the coin, with the rate, and is accepted', async () => {
    await topUp(env, 'CHF', million)
    const acme = await funded(env, { CHF: million })
    const refused = await mint(env, acme, { quantity: '1' }).catch((error) => error)
    expect(refused.details).toMatchObject({ minimum: '112500', rate: 'GBP/CHF 1.125' })
    expect(refused.message).toContain('GBP 100000')
    expect(await refusalOf(mint(env, acme, { quantity: refused.details.minimum }))).toBe('ok')
    const pounds = await mint(env, acme, { asset: 'VGBP', quantity: '99999.99' }).catch((error) => error)
    expect(pounds.details).toMatchObject({ minimum: '100000', rate: '1' })
  })

  test.each([
    ['GBP/CHF', '1.12', '112000', '111999.99'],
    ['GBP/CHF', '1.1234567', '112345.67', '112345.66'],
    ['GBP/CHF', '1.12345671', '112345.68', '112345.67'],
    ['CHF/GBP', '0.89', '112359.56', '112359.55'],
    ['CHF/GBP', '0.8', '125000', '124999.99'],
  ])('with %s at %s the smallest mint is %s VCHF, and %s is too little', async (symbol, price, enough, tooLittle) => {
    await topUp(env, 'CHF', million)
    const [, fraction = ''] = price.split('.')
    await desk.database.owner.query('delete from markets.rate')
    await desk.database.owner.query(
      `insert into markets.rate (symbol, units, decimals, source, at, received_at) values ($1, $2, $3, 'test', now(), now())`,
      [symbol, price.replace('.', ''), fraction.length],
    )
    const acme = await funded(env, { CHF: million })
    const refused = await mint(env, acme, { quantity: tooLittle }).catch((error) => error)
    expect(refused.details).toMatchObject({ minimum: enough, rate: `${symbol} ${price}` })
    expect(await refusalOf(mint(env, acme, { quantity: enough }))).toBe('ok')
  })

  test('a dry run checks everything and does nothing', async () => {
    await topUp(env, 'CHF', million)
    const acme = await funded(env, { CHF: million })
    const answer = await mint(env, acme, { validate: 'true', clreqid: 'v' })
    expect(answer).toMatchObject({ validated: true, requestid: '', txid: '', fee: '0', spent: '200000' })
    expect((await money(env, acme)).CHF).toEqual({ available: million, pending: 0n })
    expect(await env.db.query('select 1 from chains.operation')).toEqual([])
    expect(await refusalOf(mint(env, acme, { clreqid: 'v' }))).toBe('ok')
  })

  test('a halted coin is not minted; funded mints wait', async () => {
    const acme = await funded(env, { CHF: million })
    const { requestid } = await mint(env, acme) // waits for the reserve
    await env.db.query(
      `insert into compliance.switch (what, reason, actor, at) values ('mint:VCHF', 'supply', 'x', now())`,
    )
    expect(await refusalOf(mint(env, acme))).toBe('halted')
    await topUp(env, 'CHF', million)
    await advance()
    expect((await changeOf(env, acme, requestid)).stage).toBe('waiting_reserve')
    await expect(env.db.query(`update compliance.switch set lifted_at = now(), lifted_by = 'y'`)).rejects.toThrow(
      /needs the approval of a second person/,
    )
    await agree(env, 'mint.resume', { asset: 'VCHF' })
    await advance()
    expect((await changeOf(env, acme, requestid)).stage).toBe('sending')
  })
})

describe('a hold', () => {
  const hold = (institutionId: string, on: string, reason: 'aml_review' | 'sanctions_review' = 'aml_review') =>
    env.db.tx((tx) => placeHold(env, tx, { institutionId, on, reason }, 'alice')).then(({ holdid }) => holdid)
  const decide = (id: string, decision: 'release' | 'reject') => decideHold(env, id, decision)

  test('on the next mint stops it with its money held; the mint continues when all holds are released', async () => {
    await topUp(env, 'CHF', million)
    const acme = await funded(env, { CHF: million })
    const [one, two] = [await hold(acme, 'next mint'), await hold(acme, 'next mint', 'sanctions_review')]
    const answer = await mint(env, acme, { clreqid: 'h' })
    expect(answer).toMatchObject({ status: 'held', txid: '' })
    const held = await changeOf(env, acme, answer.requestid)
    expect(held).toMatchObject({
      status: 'held',
      stage: 'held',
      hold: { reason: 'aml_review', message: 'under review, contact support' },
    })
    expect((await money(env, acme)).CHF).toEqual({ available: 80_000_000n, pending: 20_000_000n })
    expect(await env.db.query('select 1 from chains.operation')).toEqual([])

    await decide(one, 'release')
    desk.pass(1_000_000)
    await advance()
    expect((await changeOf(env, acme, answer.requestid)).hold?.reason).toBe('sanctions_review')
    await decide(two, 'release')
    await advance()
    expect((await changeOf(env, acme, answer.requestid)).stage).toBe('sending')
    await signedByHand(env.db, 'mint', answer.requestid)
    expect((await mint(env, acme, { clreqid: 'h' })).txid).toBe('') // the same answer as before
    expect((await mint(env, acme)).status).toBe('pending') // the hold was for one mint
  })

  test('that is rejected after the mint was signed prevents another signature when its transaction is never mined', async () => {
    await topUp(env, 'CHF', million)
    const acme = await funded(env, { CHF: million })
    const { requestid } = await mint(env, acme)
    await signedByHand(env.db, 'mint', requestid)
    await decide(await hold(acme, requestid), 'reject')
    await advance()
    await droppedByHand(env.db, 'mint', requestid)
    await advance()
    expect(await changeOf(env, acme, requestid)).toMatchObject({ status: 'rejected', hold: null })
    expect((await money(env, acme)).CHF).toEqual({ available: million, pending: 0n })
  })

  test('that is rejected ends the mint and releases its money', async () => {
    await topUp(env, 'CHF', million)
    const acme = await funded(env, { CHF: million })
    const [id, other] = [await hold(acme, 'next mint'), await hold(acme, 'next mint')]
    const { requestid } = await mint(env, acme)
    await decide(id, 'reject')
    await advance()
    expect((await changeOf(env, acme, requestid)).status).toBe('held') // the other hold is still open
    await decide(other, 'release')
    await advance()
    expect(await changeOf(env, acme, requestid)).toMatchObject({ status: 'rejected', hold: null })
    expect((await money(env, acme)).CHF).toEqual({ available: million, pending: 0n })
  })

  test('takes two people, also for direct writes to the database (S1)', async () => {
    const acme = await funded(env, {})
    const id = await hold(acme, 'next mint')
    await decide(id, 'release')
    expect(await refusalOf(decide(id, 'reject'))).toBe('bad_request decided')
    expect(await refusalOf(decide(randomUUID(), 'release'))).toBe('bad_request unknown')
    expect(await refusalOf(hold(randomUUID(), 'next mint'))).toBe('bad_request unknown')
  })
})

describe('a mint that is paid in crypto', () => {
  /** A provider that buys at 2,500 francs each and charges one per cent. */
  const provider = {
    name: 'test',
    quote: async ({ bought }: { bought: bigint }) => ({
      sold: (bought * 10n ** 16n * 101n) / (2_500n * 100n),
      spread: (bought * 10n ** 16n) / (2_500n * 100n),
      at: env.clock.now(),
    }),
  } as unknown as Provider

  test('waits for its funds, which are estimated and not held; a hold is handled first', async () => {
    env = withRuntime({ ...env, provider })
    await desk.database.owner.query(
      `insert into markets.rate (symbol, units, decimals, source, at, received_at) values ('ETH/CHF', 2500, 0, 'test', now(), now())`,
    )
    const acme = await funded(env, {})
    const request = () => askMint(env, acme, { funding_currency: 'ETH' }, ['crypto_conversion'])
    const { answer } = await request()
    expect(answer).toMatchObject({ status: 'pending', txid: '', spent: '80.8', spent_currency: 'ETH', fee: '2000' })
    expect(answer).toMatchObject({ estimated: true, max_spent: '82.416' })
    expect(await changeOf(env, acme, answer.requestid)).toMatchObject({
      stage: 'funding',
      spent: '80.8',
      estimated: true,
      max_spent: '82.416',
    })
    expect(await env.db.query('select 1 from issuance.conversion where id = $1', [answer.requestid])).toHaveLength(1)

    const hold = { institutionId: acme, on: 'next mint', reason: 'aml_review' } as const
    const { holdid: id } = await env.db.tx((tx) => placeHold(env, tx, hold, 'alice'))
    const held = (await request()).answer
    expect(held.status).toBe('held')
    await decideHold(env, id, 'release')
    await advance()
    expect((await changeOf(env, acme, held.requestid)).stage).toBe('funding')
  })
})
