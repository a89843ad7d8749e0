import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { freshDatabase, type TestDatabase } from '@specie/test/database.ts'
import { testEnv } from '@specie/test/env.ts'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { audit } from '../base/audit.ts'
import type { Tx } from '../base/db.ts'
import type { Env } from '../base/env.ts'
import { createKeystore, openKeystore } from '../chains/keys/keystore.ts'
import { account } from './chart.ts'
import { type CheckRow, everything } from './check.ts'
import { checkAudit } from './check-seals.ts'
import { credit, debit } from './journal.ts'
import { post, postIn } from './post.ts'
import { sealAll } from './seals.ts'
import { headMessage } from './signed-head.ts'

// Journals are sealed, seals are in the audit chain, and its head is signed: what is changed afterwards is noticed.

let database: TestDatabase
let folder: string
let env: Env
let strangers: Env

beforeAll(async () => {
  database = await freshDatabase()
  folder = await mkdtemp(join(tmpdir(), 'specie-seals-'))
  env = testEnv(database, { signer: await keys('ours') })
  strangers = testEnv(database, { signer: await keys('theirs') })
  for (let n = 1; n <= 5; n += 1) await post(env, journal(n))
  await sealAll.run(env)
})
afterAll(async () => {
  await database.drop()
  await rm(folder, { recursive: true })
})

async function keys(name: string) {
  const file = join(folder, name)
  await createKeystore(file, 'a passphrase of a test', { N: 2 ** 10, r: 8, p: 1 })
  return openKeystore(file, 'a passphrase of a test')
}

const journal = (n: number) => ({
  key: `wire:${n}:booked`,
  kind: 'wire_booked',
  lines: [debit(account('client', 'bank', 'CHF'), 100n), credit(account('client', 'unallocated', 'CHF'), 100n)],
})

const broken = (rows: readonly CheckRow[]) =>
  rows.filter((row) => !row.ok).map(({ what, detail }) => `${what}: ${detail}`)
const auditKey = () => env.signer!.publicKey('audit', 'ed25519')
const look = async (tx: Tx) => broken(await checkAudit(tx, everything, undefined, { auditKey: await auditKey() }))

/** Forges something past the triggers, looks, and undoes it. */
async function after(forge: (tx: Tx) => Promise<unknown>): Promise<string[]> {
  const undo = new Error('undo')
  let found: string[] = []
  await database.owner
    .tx(async (tx) => {
      await tx.query('set local session_replication_role = replica')
      await forge(tx)
      found = await look(tx)
      throw undo
    })
    .catch((error: unknown) => {
      if (error !== undo) throw error
    })
  return found
}

const sealed = async () =>
  (
    await database.app.query<{ count: number }>(
      `select sum(count)::int as count from audit.seal where stream = 'journals'`,
    )
  )[0]!.count

test('what was sealed is in order, also after more has come', async () => {
  expect(await database.app.tx(look)).toEqual([])
  await post(env, journal(6))
  await sealAll.run(env)
  expect(await database.app.tx(look)).toEqual([])
  expect(await sealed()).toBe(6)
})

test('a journal that commits late is sealed later: no seal ever changes', async () => {
  await database.app.tx(async (tx) => {
    await postIn(env, tx, [journal(7)]) // has its id
    await sealAll.run(env)
  })
  expect([await sealed(), await database.app.tx(look)]).toEqual([6, []])
  await sealAll.run(env)
  expect([await sealed(), await database.app.tx(look)]).toEqual([7, []])
})

test.each([
  ['date', `at = at + interval '1 second'`],
  ['key', `key = 'wire:9:booked'`],
  ['kind', `kind = 'wire_refused'`],
  ['meta', `meta = '{"ref":"x"}'`],
])('the %s of a journal that was changed is noticed, and the journal is named', async (_what, set) => {
  const found = await after((tx) => tx.query(`update ledger.journal set ${set} where id = 3`))
  expect(found).toEqual([
    expect.stringMatching(/journals: what was sealed .*: ledger\.journal 3 .* is not as it was sealed/),
  ])
})

test('lines that were changed together, so that they still balance, are noticed', async () => {
  const found = await after((tx) => tx.query(`update ledger.entry set amount = amount * 2 where journal_id = 2`))
  expect(found).toEqual([expect.stringContaining('ledger.journal 2 wire:2:booked is not as it was sealed')])
})

test('a journal that is gone is noticed, and a seal that is gone', async () => {
  expect(await after((tx) => tx.query('delete from ledger.journal where id = 5'))).toEqual([
    expect.stringContaining('1 of the journals'),
  ])
  expect(await after((tx) => tx.query(`delete from audit.seal where stream = 'journals' and first = 1`))).toEqual([
    expect.stringContaining('audit.seal of journals from 1 is in the chain and missing'),
  ])
})

test('a chain that was cut off is noticed by its signatures', async () => {
  const found = await after(async (tx) => {
    await tx.query('delete from audit.entry where seq > 1')
    await tx.query('update audit.head set (seq, hash) = (select seq, hash from audit.entry)')
    await tx.query(`delete from audit.seal where id > (select min(id) from audit.seal)`)
  })
  expect(found.join()).toContain('the chain has another entry there, or none')
})

test('a chain that was rebuilt and signed with another key is noticed by whoever knows ours', async () => {
  const found = await after(async (tx) => {
    await tx.query('delete from audit.signature; delete from audit.entry; delete from audit.seal')
    await tx.query(`update audit.head set seq = 0, hash = decode(repeat('00', 32), 'hex')`)
    await audit(tx, { actor: 'x', action: 'y', subject: 'z', detail: {} })
    const [head] = await tx.query<{ seq: bigint; hash: Buffer }>('select seq, hash from audit.head')
    const purpose = { requestId: '', chain: null, intent: '' }
    const message = headMessage('uat', head!.seq, head!.hash)
    await tx.query('insert into audit.signature values ($1, $2, $3, $4, now())', [
      head!.seq,
      head!.hash,
      Buffer.from(await strangers.signer!.publicKey('audit', 'ed25519')),
      Buffer.from(await strangers.signer!.sign('audit', 'ed25519', message, purpose)),
    ])
  })
  expect(found).toEqual([expect.stringContaining('is by another key')])
})

test.each(['update audit.seal set count = 1', 'delete from audit.version', 'delete from audit.signature'])(
  'the service cannot: %s',
  async (sql) => {
    await expect(database.app.query(sql)).rejects.toThrow(/permission denied/)
  },
)
