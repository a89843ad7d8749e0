import { decideHold } from '@specie/test/people.ts'
import {
  changeOf,
  type Desk,
  deskForEachTest,
  funded,
  landed,
  ledgerOf,
  million,
  mint,
  money,
  refusalOf,
  sweep,
  threeHours,
  topUp,
  whitelisted,
} from '@specie/test/issuance.ts'
import { scriptedBank } from '@specie/test/banking/scripted-bank.ts'
import { failedByHand } from '@specie/test/sender.ts'
import { post } from '@specie/test/post.ts'
import { randomUUID } from 'node:crypto'
import { describe, expect, test } from 'vitest'
import { storeBankAccounts } from '../banking/account/own-accounts.ts'
import type { Env } from '../base/env.ts'
import { holdAndReport } from '../stopping/place.ts'
import { account } from '../ledger/chart.ts'
import { house } from '../ledger/house.ts'
import { credit, debit } from '../ledger/posting/journal.ts'
import { bookFaucet, issueFromExcess } from './faucet.ts'
import { advanceMints } from './mint/job.ts'
import { reservesOf } from './reserves.ts'

let desk: Desk
let env: Env
deskForEachTest((fresh) => {
  desk = fresh
  env = desk.env
})

const advance = () => advanceMints.run(env)

describe('the reserve (L5)', () => {
  const books = () =>
    ledgerOf(
      env,
      account('reserve', 'bank', 'CHF'),
      account('reserve', 'excess', 'CHF'),
      account('reserve', 'redemption_liability', 'CHF'),
      account('client', 'due_to_reserve', 'CHF'),
    )

  test('without cover for a mint makes it wait until the mint’s own money has been swept', async () => {
    const acme = await funded(env, { CHF: million })
    const answer = await mint(env, acme)
    expect(answer).toMatchObject({ status: 'pending', txid: '' })
    expect((await changeOf(env, acme, answer.requestid)).stage).toBe('waiting_reserve')
    expect(await books()).toEqual([0n, 20_000_000n, 0n, 20_000_000n])
    expect(await advance()).toBe(0)
    await sweep(env)
    await advance()
    expect((await changeOf(env, acme, answer.requestid)).stage).toBe('sending')
    await landed(env, 'mint', answer.requestid)
    await advance()
    expect(await books()).toEqual([20_000_000n, 0n, 20_000_000n, 0n])
    desk.pass(threeHours)
    await advance()
    expect(await money(env, acme)).toEqual({
      CHF: { available: 80_000_000n, pending: 0n },
      VCHF: { available: 200_000_000_000n, pending: 0n },
    })
  })

  test('is counted once, also by concurrent requests', async () => {
    await topUp(env, 'CHF', 50_000_000n)
    const owners = await Promise.all(Array.from({ length: 6 }, () => funded(env, { CHF: million })))
    const minted = await Promise.all(owners.map((owner) => mint(env, owner)))
    const stages = await Promise.all(
      owners.map(async (owner, i) => (await changeOf(env, owner, minted[i]!.requestid)).stage),
    )
    expect(stages.filter((stage) => stage === 'sending').length).toBe(2)
    expect(stages.filter((stage) => stage === 'waiting_reserve').length).toBe(4)
  })

  test('returns prefunded money when the mint fails', async () => {
    const acme = await funded(env, { CHF: million })
    const { requestid } = await mint(env, acme)
    await sweep(env)
    await advance()
    await failedByHand(env.db, 'mint', requestid, 'reverted')
    await advance()
    expect((await money(env, acme)).CHF).toEqual({ available: million, pending: 0n })
    await sweep(env)
    expect(await books()).toEqual([0n, 0n, 0n, 0n])
  })

  test('its excess backs the coins of the sandbox, once', async () => {
    await topUp(env, 'CHF', 10_000_000n)
    const give = (amount: bigint) => {
      const issue = { subject: randomUUID(), chain: 'ETH', asset: 'VCHF', to: '0xaa', amount, field: 'amount' } as const
      return env.db.tx((tx) => issueFromExcess(env, tx, issue))
    }
    expect(await refusalOf(give(1n))).toBe('bad_request decimals')
    await give(60_000_000_000n)
    expect(await refusalOf(give(60_000_000_000n))).toBe('bad_request reserve')
    const [operation] = await env.db.query<{ subject: string }>('select subject from chains.operation')
    await landed(env, 'faucet', operation!.subject)
    await bookFaucet.run(env)
    expect(await books()).toEqual([10_000_000n, 4_000_000n, 6_000_000n, 0n])
    expect(await refusalOf(give(60_000_000_000n))).toBe('bad_request reserve')
    expect(await refusalOf(give(40_000_000_000n))).toBe('ok')
  })

  test('is published together with the issued coins', async () => {
    await topUp(env, 'CHF', million)
    await storeBankAccounts(env, await scriptedBank().accounts())
    await env.db.query(
      `insert into chains.cursor (chain, cursor, latest, final, read_at) values ('ETH', '{}', 12, 10, now())`,
    )
    const acme = await funded(env, { CHF: million })
    expect((await reservesOf(env)).assets[0]).toMatchObject({ circulating: '0', coverage: null })
    const { requestid } = await mint(env, acme, { quantity: '300000' })
    await landed(env, 'mint', requestid)
    await advance()
    const [vchf] = (await reservesOf(env)).assets
    expect(vchf).toMatchObject({
      asset: 'VCHF',
      circulating: '300000',
      coverage: '3.3333',
      reserves: [{ institution: 'UATBCHZZXXX', type: 'bank', currency: 'CHF', amount: '1000000' }],
    })
    expect(vchf!.chains[0]).toEqual({ blockchain: 'ETH', contract: '0xc0', block: 10, supply: '300000' })
    expect(vchf!.chains.find((one) => one.blockchain === 'POL')).toMatchObject({
      contract: null,
      block: null,
      supply: '0',
    })
  })
})

describe('a proprietary trade', () => {
  /** The house has coins that were issued and are backed. */
  async function stock(vchf: bigint): Promise<void> {
    await topUp(env, 'CHF', vchf / 10_000n)
    await post(env, {
      key: 'stock',
      kind: 'test',
      lines: [
        debit(account('reserve', 'excess', 'CHF'), vchf / 10_000n),
        credit(account('reserve', 'redemption_liability', 'CHF'), vchf / 10_000n),
        debit(account('supply', 'circulating', 'VCHF'), vchf),
        credit(account('supply', 'issued', 'ETH', 'VCHF'), vchf),
        debit(account('client', 'omnibus', 'ETH', 'VCHF'), vchf),
        credit(account('client', 'available', house, 'VCHF'), vchf),
      ],
    })
  }

  test('sells from the house’s inventory, immediately', async () => {
    await stock(300_000_000_000n)
    const acme = await funded(env, { CHF: million })
    const answer = await mint(env, acme, { fulfilment: 'trade' })
    expect(answer).toMatchObject({ status: 'settled', txid: '' })
    expect(await money(env, acme)).toEqual({
      CHF: { available: 80_000_000n, pending: 0n },
      VCHF: { available: 200_000_000_000n, pending: 0n },
    })
    expect(await ledgerOf(env, account('client', 'available', house, 'CHF'))).toEqual([20_000_000n])
    expect(await changeOf(env, acme, answer.requestid)).toMatchObject({
      fulfilment: 'trade',
      status: 'settled',
      txids: [],
    })
    expect(await refusalOf(mint(env, acme, { fulfilment: 'trade' }))).toBe('max_amount_exceeded')
  })

  test('to a wallet leaves the omnibus wallet, and fails back into the inventory', async () => {
    await stock(400_000_000_000n)
    const acme = await funded(env, { CHF: million })
    await whitelisted(desk.database, acme, 'cold')
    const inventory = () =>
      ledgerOf(env, account('client', 'available', house, 'VCHF'), account('client', 'omnibus', 'ETH', 'VCHF'))
    const ids = [
      await mint(env, acme, { fulfilment: 'trade', destination: 'cold' }),
      await mint(env, acme, { fulfilment: 'trade', destination: 'cold' }),
    ]
    expect(await inventory()).toEqual([0n, 400_000_000_000n])
    await landed(env, 'mint', ids[0]!.requestid)
    await failedByHand(env.db, 'mint', ids[1]!.requestid, 'frozen')
    await advance()
    expect(await inventory()).toEqual([200_000_000_000n, 200_000_000_000n])
    expect((await money(env, acme)).CHF).toEqual({ available: 80_000_000n, pending: 0n })
    expect((await changeOf(env, acme, ids[1]!.requestid)).status).toBe('failed')
    desk.pass(threeHours)
    await advance()
    expect((await changeOf(env, acme, ids[0]!.requestid)).status).toBe('settled')
  })

  test('is used automatically while minting is halted', async () => {
    await stock(200_000_000_000n)
    await env.db.query(
      `insert into compliance.switch (what, reason, actor, at) values ('mint:VCHF', 'supply', 'x', now())`,
    )
    const acme = await funded(env, { CHF: million })
    expect(await refusalOf(mint(env, acme, { fulfilment: 'issuance' }))).toBe('halted')
    expect((await mint(env, acme)).status).toBe('settled')
    expect(await refusalOf(mint(env, acme))).toBe('halted')
  })
})

test.each(['release', 'reject'] as const)('a hold on a mint that waits for the reserve: %s', async (decision) => {
  const acme = await funded(env, { CHF: million })
  const { requestid } = await mint(env, acme)
  const hold = { institutionId: acme, on: requestid, reason: 'aml_review' } as const
  const { holdid, status } = await env.db.tx((tx) => holdAndReport(env, tx, hold, 'ann'))
  expect(status).toBe('held')
  await sweep(env)
  await advance()
  expect(await changeOf(env, acme, requestid)).toMatchObject({ status: 'held', stage: 'waiting_reserve' })
  await decideHold(env, holdid, decision)
  await advance()
  const [after, has] = [await changeOf(env, acme, requestid), await money(env, acme)]
  if (decision === 'release') expect(after.stage).toBe('sending')
  else {
    expect(after).toMatchObject({ status: 'rejected', reason: 'refused after review' })
    expect(has.CHF).toEqual({ available: million, pending: 0n })
  }
})
