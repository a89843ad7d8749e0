import { payingBankForEachTest, type Paying } from '@specie/test/banking/at-bank.ts'
import { equip, seen } from '@specie/test/chains/chain-rows.ts'
import { addManyRows } from '@specie/test/many-rows.ts'
import { testEnv } from '@specie/test/env.ts'
import { newInstitution } from '@specie/test/institution.ts'
import { funded } from '@specie/test/issuance.ts'
import { post } from '@specie/test/post.ts'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { systemClock } from '../../base/clock.ts'
import type { Env } from '../../base/env.ts'
import type { Chain } from '../../base/ports/chain.ts'
import { suspendAddress } from '../../destinations/address/suspend.ts'
import { skipCooling, whitelistAddress } from '../../destinations/address/whitelist.ts'
import { registerBankAccount } from '../../destinations/bank-account/register.ts'
import { account } from '../../ledger/chart.ts'
import { credit, debit } from '../../ledger/posting/journal.ts'
import { depositAddress } from '../deposit/address.ts'
import { advanceDeposits } from '../deposit/job.ts'
import { advanceWithdrawals } from './job.ts'
import { withdraw } from './request.ts'

// More withdrawals than fit into one transaction are blocked; those of other institutions continue.

let paying: Paying
let env: Env
let later = 0
payingBankForEachTest((one) => (paying = one))

const codes = ['ETH', 'BASE'] as const
let equipped: Promise<unknown> | null = null
beforeEach(async () => {
  later = 0
  const chains = new Map(codes.map((code) => [code, { code } as Chain]))
  const clock = { ...systemClock, settlement: () => new Date(systemClock.now().getTime() + later) }
  env = testEnv(paying.database, { bank: paying.bank, chains, clock })
  equipped ??= equip(env.db, 'ETH', 10).then(() => equip(env.db, 'BASE', 10))
  await equipped
})

let leave: () => Promise<void>
afterEach(() => leave())

const officer = { actor: 'test', why: 'because' }
const afterTravelRule = 3 * 3600_000 + 1000

type Client = { institutionId: string; wallet: string }

async function holder(blockchain: (typeof codes)[number], coins: bigint): Promise<Client> {
  const institutionId = await newInstitution(env.db)
  const lines = [
    debit(account('client', 'omnibus', blockchain, 'VCHF'), coins),
    credit(account('client', 'available', institutionId, 'VCHF'), coins),
  ]
  if (coins > 0n) await post(env, { key: `fund:${institutionId}`, kind: 'mint_settled', lines })
  const address = '0x52908400098527886E0F7030069857D2E4169EE7'
  const listed = { institutionId, blockchain, address, label: 'vault', memo: null, vasp: null }
  const wallet = await whitelistAddress(env, listed, officer)
  await skipCooling(env, wallet, officer)
  return { institutionId, wallet }
}

const withdrawn = async (institutionId: string, fields: Record<string, string>): Promise<string> =>
  (
    await withdraw(
      env,
      { institutionId, actor: 'key' },
      { asset: 'VCHF', quantity: '10', destination: 'vault', ...fields },
    )
  ).answer.withdrawalid!
const stateOf = async (id: string) =>
  (await env.db.query<{ state: string }>('select state from transfers.withdrawal where id = $1', [id]))[0]!.state
const suspend = ({ institutionId, wallet }: Client) =>
  env.db.tx((tx) => suspendAddress(env, tx, { institutionId }, wallet, { ...officer, at: env.clock.now() }))
const crowdLike = async (id: string) => {
  leave = await addManyRows(paying.database, 'transfers.withdrawal', id)
}

test('those to a suspended wallet, in the Travel Rule exchange', async () => {
  const blocked = await holder('BASE', 10_000_000_000n)
  const first = await withdrawn(blocked.institutionId, { blockchain: 'BASE' })
  await advanceWithdrawals.run(env)
  expect(await stateOf(first)).toBe('travel_rule')
  await suspend(blocked)
  await crowdLike(first)
  const institutionId = await funded(env, { CHF: 100_000n })
  const bank = {
    label: 'main',
    currency: 'CHF',
    identifier: 'CH93 0076 2011 6238 5295 7',
    name: 'Acme',
    accept: false,
  } as const
  await registerBankAccount(env, { institutionId, ...bank }, officer)
  const other = await holder('BASE', 10_000_000_000n)
  const toWallet = await withdrawn(other.institutionId, { blockchain: 'BASE' })
  await advanceWithdrawals.run(env)
  later = afterTravelRule
  const toBank = await withdrawn(institutionId, { asset: 'CHF', destination: 'main' })
  await advanceWithdrawals.run(env)
  expect([await stateOf(toBank), await stateOf(toWallet), await stateOf(first)]).toEqual([
    'sending',
    'sending',
    'travel_rule',
  ])
})

test('those to a wallet that was suspended after their approval', async () => {
  const blocked = await holder('BASE', 10_000_000_000n)
  const first = await withdrawn(blocked.institutionId, { blockchain: 'BASE' })
  await approvedAndBlocked(first, () => suspend(blocked))
  const other = await holder('BASE', 10_000_000_000n)
  const good = await withdrawn(other.institutionId, { blockchain: 'BASE' })
  await advanceWithdrawals.run(env)
  later = 2 * afterTravelRule
  await advanceWithdrawals.run(env)
  expect([await stateOf(good), await stateOf(first)]).toEqual(['sending', 'approved'])
})

/** As after an approval. */
async function approvedAndBlocked(id: string, block: () => Promise<unknown>): Promise<void> {
  await advanceWithdrawals.run(env)
  await block()
  await paying.database.owner.tx(async (tx) => {
    await tx.query('set local session_replication_role = replica')
    await tx.query(`update transfers.withdrawal set state = 'approved' where id = $1`, [id])
  })
  await crowdLike(id)
}

test('those that wait for their coins on another chain', async () => {
  const waiting = await holder('ETH', 0n)
  const { address } = await depositAddress(env, waiting.institutionId, { asset: 'VCHF', blockchain: 'ETH' })
  await seen(env.db, { to: address!, amount: 50_000_000n, state: 'final' })
  await advanceDeposits.run(env) // credited, and still at its address
  const first = await withdrawn(waiting.institutionId, { blockchain: 'ETH' })
  await approvedAndBlocked(first, async () => undefined)
  const other = await holder('BASE', 10_000_000_000n)
  const good = await withdrawn(other.institutionId, { blockchain: 'BASE' })
  await advanceWithdrawals.run(env)
  later = afterTravelRule
  await advanceWithdrawals.run(env)
  expect([await stateOf(good), await stateOf(first)]).toEqual(['sending', 'approved'])
})
