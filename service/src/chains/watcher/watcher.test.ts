import { randomBytes, randomUUID } from 'node:crypto'
import { freshDatabase, type TestDatabase } from '@specie/test/database.ts'
import { testEnv } from '@specie/test/env.ts'
import { afterEach, beforeEach, describe, expect, test } from 'vitest'
import type { Env } from '../../base/env.ts'
import { BrokenFinality, type Chain, type Movement, type Window } from '../../base/ports/chain.ts'
import { enqueue } from '../outbox/operations.ts'
import { watcher } from './watcher.ts'

// What a pass over a chain stores.

let database: TestDatabase
let env: Env
/** What the chain says; an error is thrown. */
let told: Omit<Window, 'cursor'> | Error

const window = async (): Promise<Window> => {
  if (told instanceof Error) throw told
  return { ...told, cursor: { final: Number(told.final) } }
}
const chainOf = (code: 'ETH' | 'SOL', family: 'evm' | 'solana') =>
  ({ code, family, window }) as Partial<Record<keyof Chain, unknown>> as Chain

beforeEach(async () => {
  database = await freshDatabase()
  env = testEnv(database, {
    chains: new Map([
      ['ETH', chainOf('ETH', 'evm')],
      ['SOL', chainOf('SOL', 'solana')],
    ]),
  })
  await database.owner.query(
    `insert into chains.contract (chain, asset, address, created_at)
     values ('ETH', 'VCHF', '0xc0', now()), ('SOL', 'VCHF', 'c0', now())`,
  )
  await database.owner.query(`insert into chains.wallet (chain, key, address) values ('ETH', 'burner', '0xours')`)
  await pass({})
})
afterEach(() => database.drop())

const movement = (over: Partial<Movement> = {}): Movement => ({
  txid: `0x${randomBytes(32).toString('hex')}`,
  index: 0,
  height: 8n,
  block: '0xb8',
  final: false,
  kind: 'transfer',
  asset: 'VCHF',
  from: '0xa',
  to: '0xours',
  amount: 100n,
  requestId: null,
  ...over,
})

/** The chain says this, and is read; answers how many movements have changed. */
async function pass(over: Partial<Window>, code: 'ETH' | 'SOL' = 'ETH'): Promise<number> {
  told = { movements: [], latest: 9n, final: 5n, ...over }
  return watcher(code).run(env)
}

const cursor = async () =>
  (await database.app.query(`select latest, final, problem from chains.cursor where chain = 'ETH'`))[0]
const states = async () =>
  (await database.app.query<{ state: string }>('select state from chains.movement order by height, id')).map(
    ({ state }) => state,
  )
const halts = async () =>
  (await database.app.query<{ reason: string }>('select reason from compliance.switch order by at')).map(
    ({ reason }) => reason,
  )

describe('a pass', () => {
  test.each([
    ['newest', { latest: 10n }, { latest: 10n, final: 5n, problem: null }],
    ['final', { final: 6n }, { latest: 9n, final: 6n, problem: null }],
  ])('stores another %s block, though nothing has moved', async (_what, over, stored) => {
    expect(await pass(over)).toBe(0)
    expect(await cursor()).toEqual(stored)
  })

  test('stores a movement that arrives without a new block', async () => {
    expect(await pass({ movements: [movement()] })).toBe(1)
    expect(await states()).toEqual(['seen'])
  })

  test('stores that one is final, once', async () => {
    const seen = movement()
    await pass({ movements: [seen] })
    expect(await pass({ movements: [{ ...seen, final: true }], final: 8n })).toBe(1)
    expect(await states()).toEqual(['final'])
    expect(await pass({ movements: [{ ...seen, final: true }], final: 8n })).toBe(0)
    expect(await pass({ final: 8n })).toBe(0)
    expect(await states()).toEqual(['final'])
  })

  test('drops a seen movement that is gone, but none beyond what it has read', async () => {
    await pass({ movements: [movement(), movement({ height: 9n })] })
    expect(await pass({ latest: 8n, final: 8n })).toBe(1)
    expect(await states()).toEqual(['orphaned', 'seen'])
    expect(await pass({ latest: 10n, final: 8n })).toBe(1)
    expect(await states()).toEqual(['orphaned', 'orphaned'])
  })

  test('ends the trouble of a chain that is read again', async () => {
    const trouble = `select part from chains.trouble where chain = 'ETH'`
    told = new Error('the node is away')
    await expect(watcher('ETH').run(env)).rejects.toThrow('the node is away')
    expect(await database.app.query(trouble)).toEqual([{ part: 'reading' }])
    await pass({})
    expect(await database.app.query(trouble)).toEqual([])
  })

  test('stores why a chain that has changed final blocks is no longer read', async () => {
    told = new BrokenFinality('block 4 was replaced')
    await expect(watcher('ETH').run(env)).rejects.toThrow('block 4 was replaced')
    expect(await cursor()).toEqual({ latest: 9n, final: 5n, problem: expect.stringContaining('block 4 was replaced') })
    expect(await pass({ latest: 10n })).toBe(0)
    expect(await cursor()).toEqual({ latest: 10n, final: 5n, problem: null })
  })
})

describe('minting stops, with the reason', () => {
  const final = (over: Partial<Movement>) => movement({ final: true, height: 5n, ...over })

  test('for coins without a request', async () => {
    const mint = final({ kind: 'mint', from: null })
    await pass({ movements: [mint] })
    expect(await halts()).toEqual([`A mint of 100 on ETH without a request: ${mint.txid}.`])
  })

  test('for coins of ours that were burned without a request', async () => {
    const burn = final({ kind: 'burn', from: '0xours', to: null })
    await pass({ movements: [burn] })
    expect(await halts()).toEqual([`A burn of 100 on ETH, from a wallet of ours, without a request: ${burn.txid}.`])
  })

  test('for a burn by others while unrequested coins are in circulation', async () => {
    await pass({ movements: [final({ kind: 'mint', from: null })] })
    await database.owner.tx(async (tx) => {
      await tx.query('set local session_replication_role = replica')
      await tx.query('delete from compliance.switch')
    })
    const burn = final({ kind: 'burn', from: '0xother', to: null })
    await pass({ movements: [burn] })
    expect(await halts()).toEqual([`A burn of 100 on ETH while unrequested coins are in circulation: ${burn.txid}.`])
  })

  test('for coins that went to another wallet than was asked for; on Solana the case of an address counts', async () => {
    const effect = { kind: 'mint', asset: 'VCHF', to: 'WaLLet', amount: 100n } as const
    const id = await env.db.tx((tx) =>
      enqueue(env, tx, { chain: 'SOL', purpose: 'faucet', subject: randomUUID(), effect }),
    )
    const [row] = await env.db.query<{ request_id: `0x${string}` }>(
      'select request_id from chains.operation where id = $1',
      [id],
    )
    const mint = final({ kind: 'mint', from: null, to: 'wallet', requestId: row!.request_id })
    await pass({ movements: [mint] }, 'SOL')
    expect(await halts()).toEqual([`A mint of 100 on SOL does not match operation ${id}: ${mint.txid}.`])
  })
})
