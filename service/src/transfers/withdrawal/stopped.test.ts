import { equip, walletOf } from '@specie/test/chains/chain-rows.ts'
import { freshDatabase, type TestDatabase } from '@specie/test/database.ts'
import { testEnv } from '@specie/test/env.ts'
import { newInstitution, putKyb } from '@specie/test/institution.ts'
import { decideHold } from '@specie/test/people.ts'
import { post } from '@specie/test/post.ts'
import { droppedByHand, signedByHand } from '@specie/test/sender.ts'
import { afterAll, beforeAll, expect, test } from 'vitest'
import type { Chain } from '../../base/ports/chain.ts'
import { systemClock } from '../../base/clock.ts'
import type { Env } from '../../base/env.ts'
import { placeHold } from '../../compliance/holds.ts'
import { endStandingHolds } from '../../compliance/standing.ts'
import { addToWatchlist } from '../../compliance/list/own.ts'
import { skipCooling, whitelistAddress } from '../../destinations/address/whitelist.ts'
import { account } from '../../ledger/chart.ts'
import { credit, debit } from '../../ledger/posting/journal.ts'
import { advanceWithdrawals } from './job.ts'
import { cancelWithdrawal } from './cancel.ts'
import { withdraw } from './request.ts'

// Withdrawals of a suspended or offboarded institution: signed with a transaction that can never land, screened again after
// the suspension, canceled.

let database: TestDatabase
let env: Env
let later = 0

beforeAll(async () => {
  database = await freshDatabase()
  const clock = { ...systemClock, settlement: () => new Date(systemClock.now().getTime() + later) }
  env = testEnv(database, { chains: new Map([['ETH', { code: 'ETH' } as Chain]]), clock })
  await equip(env.db, 'ETH', 10)
})
afterAll(() => database.drop())

const unit = 1_000_000n
const officer = { actor: 'test', why: 'because' }

async function asked() {
  const institutionId = await newInstitution(env.db)
  await post(env, {
    key: `fund:${institutionId}`,
    kind: 'mint_settled',
    lines: [
      debit(account('client', 'omnibus', 'ETH', 'VCHF'), 100n * unit),
      credit(account('client', 'available', institutionId, 'VCHF'), 100n * unit),
    ],
  })
  const address = walletOf()
  const listed = { institutionId, blockchain: 'ETH' as const, address, label: 'vault', memo: null, vasp: null }
  await skipCooling(env, await whitelistAddress(env, listed, officer), officer)
  const ask = { asset: 'VCHF', quantity: '50', destination: 'vault', blockchain: 'ETH' }
  const id = (await withdraw(env, { institutionId, actor: 'key' }, ask)).answer.withdrawalid!
  await advanceWithdrawals.run(env)
  return { institutionId, id, address }
}

async function signed() {
  const { institutionId, id } = await asked()
  later += 4 * 3_600_000
  await advanceWithdrawals.run(env)
  await signedByHand(env.db, 'withdrawal', id)
  await advanceWithdrawals.run(env)
  return { institutionId, id }
}

/** The sender's query before it takes the next operation of its queue (chains/outbox/transactions.ts, nextBundle). */
const mayBeSigned = async (id: string) => {
  const rows = await env.db.query(
    `select 1 from chains.operation where subject = $1 and state = 'queued' and not compliance.is_stopped(subject)`,
    [id],
  )
  return rows.length > 0
}

async function dropped(id: string) {
  await droppedByHand(env.db, 'withdrawal', id)
  for (let i = 0; i < 3; i += 1) {
    await endStandingHolds.run(env)
    await advanceWithdrawals.run(env)
  }
}

test.each(['suspended', 'offboarded'])(
  'a withdrawal whose transaction can never land is not signed again when its institution is %s',
  async (state) => {
    const { institutionId, id } = await signed()
    await putKyb(database, institutionId, state)
    await dropped(id)
    expect(await mayBeSigned(id)).toBe(false)
  },
)

test('a withdrawal whose transaction can never land is not signed again when it has a hold of staff', async () => {
  const { institutionId, id } = await signed()
  await env.db.tx((tx) => placeHold(env, tx, { institutionId, on: id, reason: 'sanctions_review' }, 'officer'))
  await dropped(id)
  expect(await mayBeSigned(id)).toBe(false)
})

const queued = async (id: string) =>
  (await env.db.query('select 1 from chains.operation where subject = $1', [id])).length

async function passed() {
  later += 4 * 3_600_000
  for (let i = 0; i < 3; i += 1) {
    await endStandingHolds.run(env)
    await advanceWithdrawals.run(env)
  }
}

test('a withdrawal whose wallet gets listed during a suspension does not leave afterwards', async () => {
  const { institutionId, id, address } = await asked()
  await putKyb(database, institutionId, 'suspended')
  await advanceWithdrawals.run(env)
  await env.db.tx((tx) => addToWatchlist(tx, [{ name: address, list: 'sandbox', effect: 'refuse' }], env.clock.now()))
  await putKyb(database, institutionId, 'approved')
  await passed()
  expect(await queued(id)).toBe(0)
})

test('a withdrawal whose institution gets listed during a suspension does not leave afterwards', async () => {
  const { institutionId, id } = await asked()
  await database.owner.query('update directory.institution set name = $2 where id = $1', [
    institutionId,
    'Zarkovia Sanctioned Trading',
  ])
  await putKyb(database, institutionId, 'suspended')
  await advanceWithdrawals.run(env)
  await env.db.tx((tx) =>
    addToWatchlist(tx, [{ name: 'Zarkovia Sanctioned Trading', list: 'sandbox', effect: 'refuse' }], env.clock.now()),
  )
  await putKyb(database, institutionId, 'approved')
  await passed()
  expect(await queued(id)).toBe(0)
})

test('after a suspension it can be canceled only when the holds have ended', async () => {
  const { institutionId, id } = await asked()
  await putKyb(database, institutionId, 'suspended')
  await putKyb(database, institutionId, 'approved')
  const cancel = () => cancelWithdrawal(env, { institutionId, actor: 'key' }, { withdrawalid: id })
  await expect(cancel()).rejects.toMatchObject({ code: 'not_cancelable' })
  await endStandingHolds.run(env)
  expect((await cancel()).answer).toMatchObject({ status: 'canceled' })
})

test('a withdrawal rejected by staff during a suspension does not show «no longer a client»', async () => {
  const { institutionId, id } = await asked()
  await putKyb(database, institutionId, 'suspended')
  const on = { institutionId, on: id, reason: 'sanctions_review' } as const
  const { holdid } = await env.db.tx((tx) => placeHold(env, tx, on, 'officer'))
  await advanceWithdrawals.run(env)
  await decideHold(env, holdid, 'reject')
  while ((await advanceWithdrawals.run(env)) > 0);
  const [row] = await env.db.query('select state, reason from transfers.withdrawal where id = $1', [id])
  expect(row).toEqual({ state: 'rejected', reason: 'refused after review' })
})
