import { randomUUID } from 'node:crypto'
import { freshDatabase, type TestDatabase } from '@specie/test/database.ts'
import { testEnv } from '@specie/test/env.ts'
import { afterEach, beforeEach, expect, test } from 'vitest'
import type { Env } from '../../base/env.ts'
import type { Chain, Movement, Window } from '../../base/ports/chain.ts'
import { agreeToResume, describeResume, resumeChains } from './resume.ts'

// A chain that replaced final blocks is read again from a height below, once two people have agreed on it. Missing movements are reported.

let database: TestDatabase
let env: Env
/** What the chain has now, in windows of one block. */
let blocks: Movement[]
let woken: string[]

/** Its final block; and its newest, which is beyond unless every block is final at once. */
const last = 9n
let newest: bigint

const chain = {
  code: 'ETH',
  family: 'evm',
  cursorAt: async (height: bigint) => ({ height: Number(height) }),
  window: async (cursor: { height: number } | null): Promise<Window> => {
    const final = BigInt(Math.min((cursor?.height ?? 0) + 1, Number(last)))
    const movements = blocks.filter(({ height }) => height === final)
    // As long as there is more to read, a window ends with its own newest block.
    return { movements, cursor: { height: Number(final) }, latest: final === last ? newest : final, final }
  },
} as Partial<Record<keyof Chain, unknown>> as Chain

const movement = (txid: string, height: bigint, over: Partial<Movement> = {}): Movement => ({
  txid,
  index: 0,
  height,
  block: `0x${height}`,
  final: true,
  kind: 'transfer',
  asset: 'VCHF',
  from: '0xa',
  to: '0xours',
  amount: 100n,
  requestId: null,
  ...over,
})

beforeEach(async () => {
  blocks = []
  woken = []
  newest = 11n
  database = await freshDatabase()
  const jobs = { wake: (_tx: unknown, name: string) => void woken.push(name) }
  env = testEnv(database, { chains: new Map([['ETH', chain]]), jobs })
  await database.owner.query(
    `insert into chains.cursor (chain, cursor, latest, final, read_at, problem)
     values ('ETH', '{"height": 8}', 8, 8, now(), 'block 6 was replaced'), ('BASE', '{}', 8, 8, now(), null),
       ('POL', '{}', 8, 8, now(), 'block 7 was replaced')`,
  )
})
afterEach(() => database.drop())

const stored = (one: Movement, state = 'final') =>
  database.owner.query(
    `insert into chains.movement (id, chain, txid, index, height, block, kind, asset, sender, recipient, amount, state,
       unread, created_at, updated_at)
     values ($1, 'ETH', $2, $3, $4, $5, $6, $7, $8, $9, $10, $11, false, now(), now())`,
    [
      randomUUID(),
      one.txid,
      one.index,
      one.height,
      one.block,
      one.kind,
      one.asset,
      one.from,
      one.to,
      one.amount,
      state,
    ],
  )

/** As the approval of two people does it; past the trigger that asks for that approval. */
const agreedOn = (blockchain: 'ETH' | 'BASE' | 'POL', from: string) =>
  database.owner.tx(async (tx) => {
    await tx.query('set local session_replication_role = replica')
    await agreeToResume(env, tx, { blockchain, from })
  })

const cursors = () =>
  database.app.query(`select chain, cursor, final, problem, resume_from from chains.cursor order by chain`)

const told = () => database.app.query('select txid, state, unread from chains.movement order by height, txid')

test('only a broken chain is resumed, from no later than it was read', async () => {
  await expect(agreedOn('BASE', '5')).rejects.toMatchObject({
    message: 'BASE is not stopped, so it cannot be resumed.',
    details: { rule: 'broken', field: 'blockchain' },
  })
  await expect(agreedOn('ETH', '9')).rejects.toMatchObject({
    message: 'ETH was read up to block 8. Resume from that block or an earlier one.',
    details: { rule: 'from', field: 'from' },
  })
  expect(woken).toEqual([])
  await agreedOn('ETH', '8')
  expect(woken).toEqual(['chains.resume'])
})

test('the second approver sees the block from which the chain is read again', async () => {
  const described = await describeResume(env, env.db, { blockchain: 'ETH', from: '5' })
  expect(described).toEqual({ title: 'Read Ethereum again from block 5', institutionId: null })
})

test('a chain is read again from the block that was agreed on; others wait', async () => {
  expect(await resumeChains.run(env)).toBe(0)
  await agreedOn('ETH', '5')
  await agreedOn('POL', '5')
  expect(await resumeChains.run(env)).toBe(1)
  expect(await cursors()).toMatchObject([
    { chain: 'BASE', final: 8n, problem: null, resume_from: null },
    { chain: 'ETH', cursor: { height: 5 }, final: 5n, problem: null, resume_from: null },
    { chain: 'POL', final: 8n, problem: 'block 7 was replaced', resume_from: 5n },
  ])
  expect(await resumeChains.run(env)).toBe(0)
})

test.each([
  ['a chain', 11n],
  ['a chain whose every block is final at once', last],
])('an arrival that is gone from %s is reported again; the others stay', async (_what, head) => {
  newest = head
  const lost = movement('0xgone', 6n)
  const there = [movement('0xhere', 6n), movement('0xtwo', 8n, { index: 1 }), movement('0xnewest', 9n)]
  for (const one of [lost, ...there, movement('0xearlier', 5n), movement('0xmint', 7n, { kind: 'mint' })])
    await stored(one)
  await stored(movement('0xtwo', 8n))
  await stored(movement('0xseen', 8n, { block: '0xf' }), 'seen')
  blocks = there
  await agreedOn('ETH', '5')
  await resumeChains.run(env)
  expect(await told()).toEqual([
    { txid: '0xearlier', state: 'final', unread: false },
    { txid: '0xgone', state: 'orphaned', unread: true },
    { txid: '0xhere', state: 'final', unread: false },
    // A mint is left as it is, because the supply is compared with the ledger.
    { txid: '0xmint', state: 'final', unread: false },
    { txid: '0xseen', state: 'seen', unread: false },
    { txid: '0xtwo', state: 'final', unread: false },
    { txid: '0xtwo', state: 'orphaned', unread: true },
    { txid: '0xnewest', state: 'final', unread: false },
  ])
  expect(woken).toContain('transfers.deposits')
  const [entry] = await database.owner.query<{ body: string }>('select body from audit.entry order by seq desc limit 1')
  expect(JSON.parse(entry!.body)).toMatchObject({
    actor: 'service',
    action: 'chain.resumed',
    subject: 'ETH',
    detail: { from: '5', problem: 'block 6 was replaced', gone: ['0xgone', '0xmint', '0xtwo'] },
  })
})
