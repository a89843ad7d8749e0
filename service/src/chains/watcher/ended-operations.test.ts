import { randomBytes, randomUUID } from 'node:crypto'
import type { AssetCode } from '@specie/protocol/assets.ts'
import { freshDatabase, type TestDatabase } from '@specie/test/database.ts'
import { testEnv } from '@specie/test/env.ts'
import { afterEach, beforeEach, expect, test } from 'vitest'
import type { Env } from '../../base/env.ts'
import type { Chain, Movement, RequestId } from '../../base/ports/chain.ts'
import { enqueue, type operationStates } from '../outbox/operations.ts'
import { watcher } from './watcher.ts'

// A final mint on the chain ends its operation. The money of a failed or canceled operation was returned, so its coins
// have no cover: minting stops (L7).

type State = (typeof operationStates)[number]
type Shown = { state: string; verdict: string | null; halted: boolean }

const wallet = '0x52908400098527886E0F7030069857D2E4169EE7'
const amount = 500_000_000n

let database: TestDatabase
let env: Env
let movements: Movement[]

/** A chain whose blocks are all known to this test. */
const chain = {
  code: 'ETH',
  family: 'evm',
  window: async () => ({ movements, cursor: { height: movements.length }, latest: 9n, final: 9n }),
} as Partial<Record<keyof Chain, unknown>> as Chain

beforeEach(async () => {
  movements = []
  database = await freshDatabase()
  env = testEnv(database, { chains: new Map([['ETH', chain]]) })
  await database.owner.query(
    `insert into chains.contract (chain, asset, address, created_at) values ('ETH', 'VCHF', '0xc0', now()), ('ETH', 'VGBP', '0xc1', now())`,
  )
})
afterEach(() => database.drop())

/** A requested mint whose operation came to this state. */
async function asked(state: State): Promise<{ id: string; request_id: RequestId }> {
  const effect = { kind: 'mint', asset: 'VCHF', to: wallet, amount } as const
  const id = await env.db.tx((tx) =>
    enqueue(env, tx, { chain: 'ETH', purpose: 'faucet', subject: randomUUID(), effect }),
  )
  const rows = await database.owner.query<{ id: string; request_id: RequestId }>(
    'update chains.operation set state = $2 where id = $1 returning id, request_id',
    [id, state],
  )
  return rows[0]!
}

const minted = (requestId: RequestId | null, over: Partial<Movement> = {}): Movement => ({
  txid: `0x${randomBytes(32).toString('hex')}`,
  index: 0,
  height: 5n,
  block: '0xb5',
  final: true,
  kind: 'mint',
  asset: 'VCHF',
  from: null,
  to: wallet,
  amount,
  requestId,
  ...over,
})

/** The watcher's verdict on this event. */
async function see(event: Movement, operation: { id: string }): Promise<Shown> {
  movements = [event]
  await watcher('ETH').run(env)
  const rows = await database.owner.query<Shown>(
    `select (select state from chains.operation where id = $1) as state, m.verdict,
       exists (select from compliance.switch where what = 'mint:' || $3 and lifted_at is null) as halted
     from chains.movement m where m.txid = $2`,
    [operation.id, event.txid, event.asset satisfies AssetCode],
  )
  return rows[0]!
}

test.each(['queued', 'working'] as const)('a %s mint is done when its event is final', async (state) => {
  const operation = await asked(state)
  expect(await see(minted(operation.request_id), operation)).toEqual({
    state: 'final',
    verdict: 'asked',
    halted: false,
  })
})

test.each(['canceled', 'failed'] as const)('coins of a %s mint halt the minting of that coin', async (state) => {
  const operation = await asked(state)
  expect(await see(minted(operation.request_id), operation)).toEqual({ state, verdict: 'break', halted: true })
})

test.each([
  ['another amount', { amount: amount + 1n }],
  ['another wallet', { to: '0x0000000000000000000000000000000000000001' }],
  ['another coin', { asset: 'VGBP' as const }],
])('%s than was asked for stops the minting', async (_what, over) => {
  const operation = await asked('working')
  const shown = await see(minted(operation.request_id, over), operation)
  expect(shown).toEqual({ state: 'working', verdict: 'break', halted: true })
})

test('the case of an address does not matter', async () => {
  const operation = await asked('working')
  const shown = await see(minted(operation.request_id, { to: wallet.toLowerCase() }), operation)
  expect(shown).toMatchObject({ verdict: 'asked', halted: false })
})

test('an event that is not final yet ends nothing', async () => {
  const operation = await asked('canceled')
  const event = minted(operation.request_id, { final: false })
  expect(await see(event, operation)).toEqual({ state: 'canceled', verdict: null, halted: false })
  expect(await see({ ...event, final: true }, operation)).toMatchObject({ verdict: 'break', halted: true })
})
