import { randomUUID } from 'node:crypto'
import {
  changeOf,
  type Desk,
  deskForEachTest,
  funded,
  landed,
  million,
  mint,
  sweep,
  threeHours,
  topUp,
} from '@specie/test/issuance.ts'
import { failedByHand, signedByHand } from '@specie/test/sender.ts'
import { post } from '@specie/test/post.ts'
import { checkTreasury } from '@specie/test/checks.ts'
import { afterEach, describe, expect, test } from 'vitest'
import { TemporaryRefusal } from '../base/ports/chain.ts'
import type { Env } from '../base/env.ts'
import { assertReserveCovers } from '../chains/outbox/reserve-guard.ts'
import { enqueue } from '../chains/outbox/operations.ts'
import { advanceMints } from '../issuance/mint/job.ts'
import { redeemTokens } from '../issuance/redemption/request.ts'
import { advanceRedemptions } from '../issuance/redemption/job.ts'
import { reservesOf } from '../issuance/reserves.ts'
import { account } from '../ledger/chart.ts'
import { credit, debit, type Line } from '../ledger/posting/journal.ts'

let desk: Desk
let env: Env
deskForEachTest((fresh) => {
  desk = fresh
  env = desk.env
})
afterEach(async () => {
  expect((await checkTreasury(env.db)).filter((row) => !row.ok)).toEqual([])
})

const stageOf = async (institution: string, id: string) => (await changeOf(env, institution, id)).stage

describe('the published coverage is never better than the truth', () => {
  /**
   * The truth, computed separately in whole francs: the owner of each franc in the reserve, and the coins on the chain.
   * It uses neither the books nor the rows of the service.
   */
  function reckoning() {
    const lots = new Map<string, { amount: number; swept: boolean; coins: boolean }>()
    let [bank, onChain, toClients] = [0, 0, 0]
    return {
      toppedUp: (amount: number) => void (bank += amount),
      /** Its money is due to the reserve from now on. */
      due: (id: string, amount: number) => void lots.set(id, { amount, swept: false, coins: false }),
      minted: (id: string, amount: number) => {
        onChain += amount
        const lot = lots.get(id)
        if (lot) lot.coins = true
      },
      isBacked: (id: string) => void (lots.get(id)!.coins = true),
      failed: (id: string) => {
        toClients += lots.get(id)!.amount
        lots.get(id)!.coins = true // no longer in advance of coins: it is owed to the client
      },
      burned: (amount: number) => {
        onChain -= amount
        toClients += amount
      },
      swept: () => {
        for (const lot of lots.values()) {
          if (!lot.swept) bank += lot.amount
          lot.swept = true
        }
        bank -= toClients
        toClients = 0
      },
      coverage: () => {
        const ahead = [...lots.values()].filter((lot) => lot.swept && !lot.coins)
        return (bank - toClients - ahead.reduce((sum, lot) => sum + lot.amount, 0)) / onChain
      },
    }
  }

  test('while mints wait, are swept, sent, and fail, and coins are redeemed', async () => {
    const truth = reckoning()
    const published: [string, string | null][] = []
    const look = async (step: string) => {
      const { coverage } = (await reservesOf(env)).assets[0]!
      published.push([step, coverage])
      expect((await checkTreasury(env.db)).filter((row) => !row.ok)).toEqual([])
      if (coverage === null) return
      expect(Number(coverage), step).toBeLessThanOrEqual(truth.coverage())
      expect(Number(coverage), step).toBeGreaterThanOrEqual(1)
    }
    const advance = async () => (await advanceMints.run(env)) + (await advanceRedemptions.run(env))
    const [acme, beta, gamma] = [
      await funded(env, { CHF: million }),
      await funded(env, { CHF: million }),
      await funded(env, { CHF: million }),
    ]

    await topUp(env, 'CHF', 30_000_000n)
    truth.toppedUp(300_000)
    await look('topped up')
    const first = await mint(env, acme, { quantity: '200000' })
    await look('a mint is under way')
    truth.minted(first.requestid, 200_000)
    await landed(env, 'mint', first.requestid)
    await look('its coins exist')
    await advance()
    truth.due(first.requestid, 200_000)
    truth.isBacked(first.requestid)
    await look('they are booked')

    const second = await mint(env, beta, { quantity: '400000' })
    expect(await stageOf(beta, second.requestid)).toBe('waiting_reserve')
    truth.due(second.requestid, 400_000)
    await look('a mint waits')
    await sweep(env)
    truth.swept()
    await look('its money is in the reserve')
    const third = await mint(env, gamma, { quantity: '250000' })
    await look('another one is under way')
    await advance()
    expect(await stageOf(beta, second.requestid)).toBe('sending')
    await look('so is the one that waited')
    truth.minted(third.requestid, 250_000)
    await landed(env, 'mint', third.requestid)
    await advance()
    truth.due(third.requestid, 250_000)
    truth.isBacked(third.requestid)
    await look('the other one is booked')

    desk.pass(threeHours)
    await advance()
    const fields = { asset: 'VCHF', blockchain: 'ETH', quantity: '100000' }
    const { answer } = await redeemTokens(env, { institutionId: acme, actor: 'key' }, fields)
    await landed(env, 'redemption', answer.requestid)
    await advance()
    truth.burned(100_000)
    await look('coins are redeemed and not paid')
    await failedByHand(env.db, 'mint', second.requestid, 'reverted')
    await advance()
    truth.failed(second.requestid)
    await look('the one that waited has failed')
    await sweep(env)
    truth.swept()
    await look('all is paid')

    expect(published).toEqual([
      ['topped up', null],
      ['a mint is under way', '1.5'],
      ['its coins exist', '1.5'],
      ['they are booked', '1.5'],
      ['a mint waits', '1.5'],
      ['its money is in the reserve', '2.5'],
      ['another one is under way', '1.1111'],
      ['so is the one that waited', '1.0588'],
      ['the other one is booked', '1.0588'],
      ['coins are redeemed and not paid', '1.0666'],
      ['the one that waited has failed', '1.1428'],
      ['all is paid', '1.8571'],
    ])
    expect((await reservesOf(env)).assets[0]).toMatchObject({
      circulating: '350000',
      backing: { for_holders: '650000', owed_to_clients: '0', paid_ahead: '0', under_way: '0' },
    })
  })
})

describe('money in the reserve that belongs to a client', () => {
  const lose = (amount: bigint) =>
    post(env, {
      key: 'gone',
      kind: 'test',
      lines: [credit(account('reserve', 'bank', 'CHF'), amount), debit(account('reserve', 'excess', 'CHF'), amount)],
    })

  test('covers only the mint that it is for', async () => {
    const [acme, beta] = [await funded(env, { CHF: million }), await funded(env, { CHF: million })]
    const early = await mint(env, acme)
    await sweep(env)
    const late = await mint(env, beta)
    expect(await stageOf(beta, late.requestid)).toBe('waiting_reserve')
    // The reserve of the other coin holds no prepayments.
    const ahead = (await reservesOf(env)).assets.map(({ asset, backing }) => [asset, backing.paid_ahead])
    expect(ahead).toEqual([
      ['VCHF', '200000'],
      ['VGBP', '0'],
    ])
    // A reserve with a shortfall covers nothing, not even that one.
    await lose(1n)
    await advanceMints.run(env)
    expect(await stageOf(acme, early.requestid)).toBe('waiting_reserve')
    // A shortfall for holders is published as zero, not as a negative amount.
    expect((await reservesOf(env)).assets[0]!.backing).toMatchObject({ for_holders: '0', paid_ahead: '200000' })
    await topUp(env, 'CHF', 1n)
    await advanceMints.run(env)
    expect([await stageOf(acme, early.requestid), await stageOf(beta, late.requestid)]).toEqual([
      'sending',
      'waiting_reserve',
    ])
    await sweep(env)
    await advanceMints.run(env)
    expect(await stageOf(beta, late.requestid)).toBe('sending')
  })

  /** 200,000 VCHF are signed, and the reserve has this amount. */
  async function signedFor(lines: Line[]): Promise<void> {
    await post(env, { key: 'reserve', kind: 'test', lines })
    const subject = randomUUID()
    const effect = { kind: 'mint' as const, asset: 'VCHF' as const, to: '0xaa', amount: 200_000_000_000n }
    await env.db.tx((tx) => enqueue(env, tx, { chain: 'ETH', purpose: 'faucet', subject, effect }))
    await signedByHand(env.db, 'faucet', subject)
  }

  const bank = (amount: bigint) => debit(account('reserve', 'bank', 'CHF'), amount)

  test('because of a redemption does not let the sender sign a mint', async () => {
    await signedFor([
      bank(20_000_000n),
      credit(account('reserve', 'due_to_client', 'CHF'), 1n),
      credit(account('reserve', 'excess', 'CHF'), 19_999_999n),
      debit(account('client', 'due_from_reserve', 'CHF'), 1n),
      credit(account('client', 'unallocated', 'CHF'), 1n),
    ])
    await expect(assertReserveCovers(env.db, 'VCHF')).rejects.toThrow(TemporaryRefusal)
    await topUp(env, 'CHF', 1n)
    await expect(assertReserveCovers(env.db, 'VCHF')).resolves.toBeUndefined()
  })

  test('because its mint waits does not let the sender sign another one', async () => {
    const acme = await funded(env, { CHF: million })
    await mint(env, acme, { quantity: '300000' })
    await sweep(env)
    await signedFor([bank(19_999_999n), credit(account('reserve', 'excess', 'CHF'), 19_999_999n)])
    await expect(assertReserveCovers(env.db, 'VCHF')).rejects.toThrow(TemporaryRefusal)
    await topUp(env, 'CHF', 1n)
    await expect(assertReserveCovers(env.db, 'VCHF')).resolves.toBeUndefined()
  })

  test('because its own mint is queued covers that mint, and no other', async () => {
    const [acme, beta] = [await funded(env, { CHF: million }), await funded(env, { CHF: million })]
    const [one, other] = [await mint(env, acme, { quantity: '300000' }), await mint(env, beta, { quantity: '200000' })]
    await sweep(env)
    await advanceMints.run(env)
    const queued = async (...subjects: string[]) =>
      (await env.db.query<{ id: string }>('select id from chains.operation where subject = any($1)', [subjects])).map(
        ({ id }) => id,
      )
    const both = await queued(one.requestid, other.requestid)
    expect(both).toHaveLength(2)
    // The reserve has only the money of these two.
    await expect(assertReserveCovers(env.db, 'VCHF', both)).resolves.toBeUndefined()
    await expect(assertReserveCovers(env.db, 'VCHF', await queued(one.requestid))).resolves.toBeUndefined()
    await lose(1n)
    await expect(assertReserveCovers(env.db, 'VCHF', both)).rejects.toThrow(
      'The reserve has 499999.99 CHF for VCHF. That does not cover the 0 that exist and 500000 under way (L5).',
    )
    await topUp(env, 'CHF', 1n)
  })
})
