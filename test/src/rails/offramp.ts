import { randomUUID } from 'node:crypto'
import type { AssetCode } from '@specie/protocol/assets.ts'
import type { ChainCode } from '@specie/protocol/chains.ts'
import { storeBankAccounts } from '@specie/service/banking/account/own-accounts.ts'
import { sendPayouts } from '@specie/service/banking/payout/send.ts'
import type { Env } from '@specie/service/base/env.ts'
import { setActor } from '@specie/service/base/state-machine/move.ts'
import { moveRows, byService } from '@specie/service/base/state-machine/transitions.ts'
import { account } from '@specie/service/ledger/chart.ts'
import { debit } from '@specie/service/ledger/posting/journal.ts'
import type { OffRamp } from '@specie/service/rails/offramp/journals.ts'
import { advancePayments } from '@specie/service/rails/processing/job.ts'
import { type Rail, railMachine } from '@specie/service/rails/rail/row.ts'
import { issueLines } from '@specie/service/ledger/posting/coin-lines.ts'
import { afterEach, expect } from 'vitest'
import { seen, type Seen, walletOf } from '../chains/chain-rows.ts'
import type { TestDatabase } from '../database.ts'
import { deskForEachTest, expectBooksToStand, funded, landed, ledgerOf } from '../issuance.ts'
import { type ScriptedBank, scriptedBank } from '../banking/scripted-bank.ts'
import { post } from '../post.ts'
import { checkRails, checkTreasury } from '../checks.ts'

// Off-ramps without a chain: tests write the reports of the chain and its sender (../chains/chain-rows.ts, ../sender.ts).

export let env: Env
export let acme: string
export let bank: ScriptedBank
export let owner: TestDatabase['owner']

/** A fresh desk for each test of a file. After every test the books hold. */
export function offRampsForEachTest(): void {
  deskForEachTest(async ({ env: fresh, database }) => {
    env = fresh
    owner = database.owner
    bank = scriptedBank()
    await storeBankAccounts(env, await bank.accounts())
    acme = await funded(env, {})
    await circulate('ETH')
  })
  afterEach(async () => {
    await expectNothingOpen()
    await owner.query('truncate rails.rail, chains.movement, banking.bank_case cascade')
  })
}

/** Sets our commission from now on. */
export function charge(railFeeBps: number): void {
  env = { ...env, config: { ...env.config, railFeeBps } }
}

/** 200,000 VCHF are in external wallets, with their reserve. */
export async function circulate(chain: ChainCode): Promise<void> {
  const lines = [debit(account('reserve', 'bank', 'CHF'), 20_000_000n), ...issueLines('VCHF', chain, 20_000_000n)]
  await post(env, { key: `test:${chain}`, kind: 'test', lines })
}

/** Every balance of a rail is explained, and nothing is left to do. */
async function expectNothingOpen(): Promise<void> {
  const rooms = [await checkRails(env.db), await checkTreasury(env.db)]
  expect(rooms.flat().filter((row) => !row.ok)).toEqual([])
  await expectBooksToStand(env.db)
  expect(await advance()).toBe(0)
}

export const vchf = 1_000_000n
export const advance = () => advancePayments.run(env)

type Over = Partial<Pick<Rail, 'asset' | 'currency' | 'blockchain' | 'destination' | 'memo' | 'recipient'>>
let indexes = 0

/** An active off-ramp, and its address. */
export async function offRamp(over: Over = {}): Promise<{ rail: string; address: string }> {
  const rail = randomUUID()
  const { asset = 'VCHF', currency = 'CHF', blockchain = 'ETH', destination = 'CH9300762011623852957' } = over
  const party = (name: string) => ({ partyname: { name }, address: { country: 'CH' }, partytype: 'company' })
  const recipient = over.recipient === undefined ? null : JSON.stringify(over.recipient)
  await env.db.tx(async (tx) => {
    const by = byService(env, 'test')
    await setActor(tx, by)
    await tx.query(
      `insert into rails.rail (id, institution_id, railtype, sender, recipient, asset, currency, blockchain, destination,
         memo, state, created_at, updated_at)
       values ($1, $2, 'StablecoinToFiat', $3, $4, $5, $6, $7, $8, $9, 'pending', $10, $10)`,
      [rail, acme, party('Acme'), recipient, asset, currency, blockchain, destination, over.memo ?? null, by.at],
    )
    await moveRows(tx, railMachine, [{ id: rail, state: 'pending' }], 'activate', by)
  })
  const address = walletOf()
  await owner.query(`insert into chains.deposit_address (family, index, address, rail_id) values ($1, $2, $3, $4)`, [
    blockchain === 'SOL' ? 'solana' : 'evm',
    (indexes += 1),
    address,
    rail,
  ])
  return { rail, address }
}

/** Coins arrive at an address, finally. */
export const arrive = (to: string, amount: bigint, over: Partial<Seen> = {}) =>
  seen(env.db, { to, amount, state: 'final', ...over })

export const payments = (rail: string) =>
  env.db.query<OffRamp>('select * from rails.payment where rail_id = $1 order by created_at, id', [rail])

/** The one payment of a rail. */
export async function paymentOf(rail: string): Promise<OffRamp> {
  const found = await payments(rail)
  expect(found.length).toBe(1)
  return found[0]!
}

export const statesOf = async (id: string) =>
  (
    await env.db.query<{ to_state: string }>('select to_state from state.history where subject = $1 order by id', [id])
  ).map((row) => row.to_state)

export const operations = (id: string) =>
  env.db.query(
    'select purpose, kind, chain, asset, amount, recipient, state from chains.operation where subject = $1',
    [id],
  )

export const cases = () =>
  env.db.query<{ cause: string; detail: Record<string, string> }>(
    `select cause, detail from banking.bank_case where kind = 'rail_payout' and closed_at is null order by id`,
  )

export const railOf = ({ id }: OffRamp) =>
  ledgerOf(env, account('client', 'rail', id, 'VCHF'), account('client', 'rail', id, 'CHF'))
export const omnibusOn = async (chain: ChainCode, asset: AssetCode = 'VCHF') =>
  (await ledgerOf(env, account('client', 'omnibus', chain, asset)))[0]

/** The chain executes the queue of a payment; a duplicate report counts once. */
export async function lands(
  purpose: 'rail_collection' | 'rail_burn' | 'rail_return',
  { id }: OffRamp,
): Promise<string> {
  const txid = await landed(env, purpose, id)
  await advance()
  expect(await advance()).toBe(0)
  await expectBooksToStand(env.db)
  return txid
}

/** Screened, collected, burned. */
export async function burnedPayment(amount = 1_000n * vchf, over: Over = {}) {
  const { rail, address } = await offRamp(over)
  await arrive(address, amount, { chain: over.blockchain ?? 'ETH' })
  await advance()
  await advance()
  const payment = await paymentOf(rail)
  await lands('rail_collection', payment)
  const txid = await lands('rail_burn', payment)
  return { rail, id: payment.id, txid }
}

export async function requestPayouts(): Promise<void> {
  await advance()
  await sendPayouts.run({ ...env, bank })
  await advance()
}
export const requestedPayouts = () => [...bank.orders.values()].flatMap((order) => order.payments)
