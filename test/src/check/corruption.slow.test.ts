import { randomUUID } from 'node:crypto'
import { headsAfter } from '@specie/service/base/audit/signed-head.ts'
import type { Anchor } from '@specie/service/checks/audit.ts'
import { checkAllOf, checkBooks } from '@specie/service/checks/check.ts'
import { openKeystore } from '@specie/service/keys/keystore.ts'
import type { Db, Tx } from '@specie/service/base/database/db.ts'
import { account } from '@specie/service/ledger/chart.ts'
import { credit, debit, type Journal } from '@specie/service/ledger/posting/journal.ts'
import { postIn } from '@specie/service/ledger/posting/post.ts'
import { sealAll } from '@specie/service/base/audit/seals.ts'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { drawnSeed, isSample, seeded } from '../seeded-random.ts'
import { testEnv } from '../env.ts'
import { expectBankReferences, expectReferences, expectSameInAllFormats } from '../statement/references.ts'
import type { Uat } from '../programs/uat.ts'
import { traceKey } from '../trace-key.ts'
import { corrupt, type Outcome, undone } from './corrupt.ts'
import { byTraceAlone } from './by-trace-alone.ts'
import { stageForInsiders, tryInsiders } from './insider.ts'
import { rewriteEach } from './rewrite.ts'
import { aWorld } from './world.ts'

// A database with one of everything. Its statement is checked against it; then it is forged column by column as a superuser
// can: `specie check` notices each and names it.

let world: Awaited<ReturnType<typeof aWorld>>
let uat: Uat
let anchor: Anchor
const alarms: string[] = []
let checks = 0

/** Checks repeatedly while the world is made, full and incremental in turn. */
async function watch(db: Db, isOver: () => boolean): Promise<void> {
  while (!isOver()) {
    const { rows } = await checkAllOf(db, { full: checks % 2 === 0, at: new Date(), anchor: { traceKey } })
    for (const row of rows) if (!row.ok) alarms.push(`${row.what}: ${row.detail}`)
    checks += 1
  }
}

beforeAll(async () => {
  let over = false
  let watching: Promise<void> = Promise.resolve()
  const made = aWorld((begun) => (watching = watch(begun.database.app, () => over)))
  world = await made.finally(() => (over = true))
  uat = world.uat
  await watching
}, 600_000)
afterAll(() => uat?.end())

test('during all operations there is no false alarm, full or since the last check', () => {
  expect(alarms).toEqual([])
  expect(checks).toBeGreaterThan(10)
})

test('every reference of a statement is found in the list of its type', () => expectReferences(world))

test('movements by the bank have its reference, the same as in the lists', () => expectBankReferences(world))

test('as CSV and as camt.053 a statement has the same content, and the latter is valid by the official schema', () =>
  expectSameInAllFormats(world))

test('a database that only the service has written to is in order', async () => {
  await uat.service.stop()
  await stageForInsiders(uat.database.app)
  const signer = await openKeystore(uat.keys.KEYSTORE, uat.keys.KEYSTORE_PASSPHRASE)
  await sealAll.run(testEnv(uat.database, { signer }))
  anchor = await anchorOf(uat.database.app, signer)
  const { rows } = await checkAllOf(uat.database.app, { full: true, at: new Date(), anchor })
  expect(rows.filter((row) => !row.ok)).toEqual([])
})

/** The check's data from outside the database: the keys, and the newest shipped head. */
async function anchorOf(db: Db, signer: Awaited<ReturnType<typeof openKeystore>>): Promise<Anchor> {
  const newest = (await headsAfter(db, 0n)).at(-1)!
  const auditKey = await signer.publicKey('audit', 'ed25519')
  return { traceKey, auditKey, heads: [{ seq: newest.seq, hash: newest.hash.toString('hex'), by: 'a kept head' }] }
}

test('every attack with the password of the owner is named', { timeout: 1_800_000 }, async () => {
  const results = await tryInsiders(uat.database.owner, anchor)
  const noticed = results.filter((one) => one.noticed).length
  console.log(`${noticed} of ${results.length} corruptions by an insider with the rights of the owner noticed`)
  expect(results.length).toBeGreaterThanOrEqual(50)
  expect(results.filter((one) => !one.noticed)).toEqual([])
})

test('a row of any table changed together with its version is named', { timeout: 600_000 }, async () => {
  const rewritten = await rewriteEach(uat.database.owner)
  expect(rewritten.length).toBeGreaterThan(40)
  expect(rewritten.filter(({ isNoticed }) => !isNoticed)).toEqual([])
  // Without the mark it would be invisible.
  expect(rewritten.filter(({ isPerfect }) => !isPerfect)).toEqual([])
})

const seed = drawnSeed()

test(
  `every forged column, deleted row or duplicate row is noticed, and the row is named (seed ${seed})`,
  { timeout: 600_000 },
  async () => {
    const outcomes = await corrupt(uat.database.owner, seeded(seed))
    const listed = (which: (one: Outcome) => boolean) => outcomes.filter(which).map(({ what }) => what)
    const noticed = outcomes.filter((one) => one.noticed && one.named)
    const refused = outcomes.filter((one) => one.refused).length
    console.log(
      `${noticed.length} of ${outcomes.length} corruptions noticed, ${refused} of them refused by the database; ` +
        `${outcomes.filter((one) => one.byBooks).length} would be without a trace, too`,
    )
    expect(listed((one) => !one.noticed)).toEqual([])
    // A deleted step of a history is noticed by its seal, which does not always name the step.
    const isStep = (what: string) => what.startsWith('state.history.deleted')
    expect(listed((one) => !one.named).filter((what) => !isStep(what))).toEqual([])
    if (isSample) return
    // Every other column is compared in some row with journals, bank or chains, too: a new column must be compared or listed.
    const silent = [...Map.groupBy(outcomes, ({ column }) => column)].filter(
      ([, some]) => !some.some((one) => one.byBooks),
    )
    expect(silent.map(([column]) => column).filter((column) => !byTraceAlone.has(column))).toEqual([])
  },
)

const somebody = randomUUID()
const gift = (key: string, kind: string, owner: string = somebody): Journal => ({
  key,
  kind,
  lines: [debit(account('client', 'bank', 'CHF'), 5n), credit(account('client', 'available', owner, 'CHF'), 5n)],
})

/** Well-formed journals without a cause. */
const inventions: [string, (tx: Tx) => Promise<Journal>][] = [
  ['of an invented owner and kind', async () => gift('present:1', 'present')],
  ['like that of a wire, without one', async () => gift(`wire:${randomUUID()}:credited`, 'wire_credited')],
  ['of a wire with all its journals', async (tx) => gift(`wire:${await anId(tx, 'banking.wire')}:bonus`, 'wire_bonus')],
  ['like that of an order, without one', async () => gift(`order:${randomUUID()}`, 'order_filled')],
  ['of a settled mint', async (tx) => gift(`mint:${await anId(tx, 'issuance.mint')}:refunded`, 'mint_refunded')],
  ['like a top-up of the reserve', async () => gift('reserve:x/y:topped_up', 'reserve_topped_up')],
]
const anId = async (tx: Tx, table: string) => (await tx.query<{ id: string }>(`select id from ${table} limit 1`))[0]!.id

test.each(inventions)('a well-formed journal %s is noticed', async (_what, make) => {
  await undone(uat.database.owner, async (tx) => {
    const journal = await make(tx)
    await postIn(testEnv(uat.database, { db: uat.database.owner }), tx, [journal])
    const broken = (await checkBooks(tx)).filter((row) => !row.ok)
    expect(broken.map((row) => row.detail).join('\n')).toContain(journal.key)
  })
})

test('money moved by a copy of a journal is noticed', async () => {
  await undone(uat.database.owner, async (tx) => {
    const [own] = await tx.query<{ id: string }>(`select institution_id::text as id from issuance.mint limit 1`)
    const lines = [
      debit(account('client', 'available', own!.id, 'CHF'), 7n),
      credit(account('client', 'available', somebody, 'CHF'), 7n),
    ]
    const key = `conversion:${randomUUID()}`
    await postIn(testEnv(uat.database, { db: uat.database.owner }), tx, [{ key, kind: 'conversion_filled', lines }])
    const broken = (await checkBooks(tx)).filter((row) => !row.ok)
    expect(broken.map((row) => row.detail).join('\n')).toContain(key)
  })
})
