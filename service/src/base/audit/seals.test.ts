import { randomUUID } from 'node:crypto'
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { canonical } from '@specie/protocol/encoding/json.ts'
import { freshDatabase, type TestDatabase } from '@specie/test/database.ts'
import { waitForOthers } from '@specie/test/wait-for-others.ts'
import { testEnv } from '@specie/test/env.ts'
import { post } from '@specie/test/post.ts'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { audit } from './audit.ts'
import type { Tx } from '../database/db.ts'
import type { Env } from '../env.ts'
import { createKeystore, openKeystore } from '../../keys/keystore.ts'
import { account } from '../../ledger/chart.ts'
import { type CheckRow, fullRange, type CheckRange } from '../../checks/rule.ts'
import { type Anchor, checkAudit } from '../../checks/audit.ts'
import { credit, debit } from '../../ledger/posting/journal.ts'
import { postIn } from '../../ledger/posting/post.ts'
import { sealAll } from './seals.ts'
import { headMessage, headsAfter, signHead } from './signed-head.ts'

// Journals are sealed, seals are in the audit chain, and its head is signed: later changes are detected.

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
  await database.app.query(`insert into compliance.list_source (list, source) values ('Nobody Ltd', 'refuse')`)
  await order('Filled')
  await database.owner.query(
    `insert into state.history (machine, subject, from_state, to_state, actor, why, at)
     values ('mint', $1, 'requested', 'rejected', 'test', 'a test', now())`,
    [randomUUID()],
  )
  await seal()
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

async function seal(): Promise<number> {
  await waitForOthers(database.app)
  return sealAll.run(env)
}

const order = (state: 'received' | 'Filled') =>
  database.owner.query(
    `insert into trading.client_order (id, institution_id, clordid, symbol, side, qty, price, state, amount, fee, fills, trade_id, created_at, updated_at)
     values ($1::uuid, $1::uuid, 'one of a test', 'VCHF/CHF', 'Buy', 1, 1, $2::text, 9, 0, '[]', case when $2::text = 'Filled' then $1::uuid end, now(), now())`,
    [randomUUID(), state],
  )

const journal = (n: number) => ({
  key: `wire:${n}:booked`,
  kind: 'wire_booked',
  lines: [debit(account('client', 'bank', 'CHF'), 100n), credit(account('client', 'unallocated', 'CHF'), 100n)],
})

/** On other accounts, which are not locked. */
const pounds = {
  key: 'wire:pounds:booked',
  kind: 'wire_booked',
  lines: [debit(account('client', 'bank', 'GBP'), 100n), credit(account('client', 'unallocated', 'GBP'), 100n)],
}

const broken = (rows: readonly CheckRow[]) =>
  rows.filter((row) => !row.ok).map(({ what, detail }) => `${what}: ${detail}`)
const auditKey = () => env.signer!.publicKey('audit', 'ed25519')
const check = async (tx: Tx) => broken(await checkAudit(tx, fullRange, undefined, { auditKey: await auditKey() }))

/** Forges something without the triggers, checks, and undoes it. */
async function after(forge: (tx: Tx) => Promise<unknown>, checking = check): Promise<string[]> {
  const undo = new Error('undo')
  let found: string[] = []
  await database.owner
    .tx(async (tx) => {
      await tx.query('set local session_replication_role = replica')
      await forge(tx)
      found = await checking(tx)
      throw undo
    })
    .catch((error: unknown) => {
      if (error !== undo) throw error
    })
  return found
}

const inSeals = `select sum(count)::int as count from audit.seal where stream = 'journals'`
const sealed = async () => (await database.app.query<{ count: number }>(inSeals))[0]!.count

test('sealed data is in order, also after more has been added', async () => {
  expect(await database.app.tx(check)).toEqual([])
  await post(env, journal(6))
  await seal()
  expect(await database.app.tx(check)).toEqual([])
  expect(await sealed()).toBe(6)
})

test('a late commit is sealed later: no seal ever changes', async () => {
  const listed = (name: string) => `insert into compliance.list_source (list, source) values ('${name}', 'refuse')`
  await database.app.tx(async (tx) => {
    await postIn(env, tx, [journal(7)]) // has the lower id
    await post(env, pounds) // has a higher id, and commits first
    await tx.query(listed('Late Ltd'))
    await database.app.query(listed('Early Ltd'))
    await sealAll.run(env)
  })
  expect([await sealed(), await database.app.tx(check)]).toEqual([6, []])
  await seal()
  expect([await sealed(), await database.app.tx(check)]).toEqual([8, []])
  const [versions] = await database.app.query<{ written: bigint; sealed: bigint }>(
    `select (select count(*) from audit.version) as written,
       (select sum(count) from audit.seal where stream = 'versions') as sealed`,
  )
  expect(versions!.sealed).toBe(versions!.written)
})

test.each([
  ['date', `at = at + interval '1 second'`],
  ['key', `key = 'wire:9:booked'`],
  ['kind', `kind = 'wire_refused'`],
  ['meta', `meta = '{"ref":"x"}'`],
])('the %s of a journal that was changed is noticed, and the journal is named', async (_what, set) => {
  const found = await after((tx) => tx.query(`update ledger.journal set ${set} where id = 3`))
  expect(found).toEqual([
    expect.stringMatching(/journals: sealed items are unchanged.*: ledger\.journal 3 .* differs from its seal/),
  ])
})

test.each([
  ['orders', `update trading.client_order set amount = 8`, 'trading.client_order'],
  ['orders', `update trading.client_order set fills = '[[]]'`, 'trading.client_order'],
  [
    'versions',
    `update audit.version set role = 'eve' where name = 'compliance.list_source'`,
    'compliance.list_source Nobody Ltd',
  ],
  [
    'versions',
    `update audit.version set hash = '' where name = 'compliance.list_source'`,
    'compliance.list_source Nobody Ltd',
  ],
  ['history', `update state.history set actor = 'eve'`, 'state.history'],
  ['history', `update state.history set why = 'no reason'`, 'state.history'],
])('%s: what was changed is noticed: %s', async (stream, statement, item) => {
  const found = await after((tx) => tx.query(statement))
  expect(found).toEqual([expect.stringContaining(`${stream}: sealed items are unchanged: ${item}`)])
  expect(found.join()).toContain('differs from its seal')
})

test('an undecided order is sealed once it is decided', async () => {
  const orders = async () =>
    (await database.app.query<{ n: bigint }>(`select sum(count) as n from audit.seal where stream = 'orders'`))[0]!.n
  expect(await orders()).toBe(1n)
  await order('received')
  await seal()
  expect([await orders(), await database.app.tx(check)]).toEqual([1n, []])
})

test('each range begins where the one before ended, and is sealed once', async () => {
  await seal()
  expect(await seal()).toBe(0)
  await post(env, journal(8))
  expect(await seal()).toBe(1)
  const seals = await database.app.query<{ first: bigint; last: bigint; count: bigint }>(
    `select first, last, count from audit.seal where stream = 'journals' order by first`,
  )
  for (const [n, seal] of seals.entries()) expect(seal.first).toBe(n === 0 ? 1n : seals[n - 1]!.last + 1n)
  expect(seals.reduce((sum, { count }) => sum + count, 0n)).toBe(9n)
})

const sealOf = `audit.seal where stream = 'journals' and first = 1`

test('a change of any part of a seal is detected', async () => {
  const change = (set: string) =>
    after((tx) => tx.query(`update audit.seal set ${set} where stream = 'journals' and first = 1`))
  const unnamed = (found: string[]) => {
    expect(found[0]).toContain('audit.seal of journals from 1 is in the audit chain, but its row is missing: {')
    expect(found[0]).toContain('audit.seal of journals from 1 is not in the chain: {')
    return found.slice(1)
  }
  expect(unnamed(await change(`at = at + interval '1 second'`))).toEqual([])
  const renamed = await change(`stream = 'elsewhere'`)
  expect(renamed).toEqual([
    expect.stringContaining('audit.seal of journals from 1 is in the audit chain, but its row is missing: {'),
  ])
  expect(renamed[0]).toContain('audit.seal of elsewhere from 1 is not in the chain: {')
  expect(unnamed(await change(`sha256 = decode(repeat('00', 32), 'hex')`))).toEqual([
    expect.stringMatching(
      /journals: sealed items are unchanged.*: audit\.seal \d+ of journals does not hold: \{"first":"1","last":"5","count":"5","sha256":"00/,
    ),
  ])
  expect(await change('marks = set_byte(marks, 9, 255 - get_byte(marks, 9))')).toEqual([
    expect.stringMatching(/journals: sealed items are unchanged.*: audit\.seal \d+: its marks were changed$/),
  ])
  expect(await change('marks = marks || marks')).toEqual([
    expect.stringMatching(/every seal is named .*audit\.seal of journals from 1 does not follow the previous one/),
    expect.stringMatching(/its marks were changed$/),
  ])
})

/** At once, not at the end of the transaction. */
const append = (tx: Tx, action: string, detail: Record<string, string>) =>
  tx.query('select audit.append($1, $2, $3, $4)', ['eve', action, 'journals', canonical(detail)])

test('a seal that was added, with an entry in the chain, does not continue the others', async () => {
  const found = await after(async (tx) => {
    const detail = { first: '1000', last: '1000', count: '1', sha256: '00'.repeat(32) }
    await append(tx, 'ledger.sealed', detail)
    await tx.query(`insert into audit.seal (stream, first, last, count, sha256, marks, at)
      select 'journals', 1000, 1000, 1, decode(repeat('00', 32), 'hex'), decode(repeat('00', 8), 'hex'), (body::jsonb ->> 'at')::timestamptz
      from audit.entry order by seq desc limit 1`)
  })
  expect(found).toEqual([
    expect.stringMatching(/audit\.seal of journals from 1000 does not follow the previous one$/),
    expect.stringContaining('1 of the journals from 1000 to 1000 are missing'),
  ])
})

test('an entry of the chain that only mentions a seal is not a seal', async () => {
  const detail = { action: 'ledger.sealed', first: '1000' }
  expect(await after((tx) => append(tx, 'y', detail))).toEqual([])
})

test('missing items and a changed one are distinguished', async () => {
  const found = await after(async (tx) => {
    await tx.query('delete from ledger.journal where id in (2, 4)')
    await tx.query(`update ledger.journal set kind = 'x' where id = 3`)
  })
  expect(found).toEqual([
    expect.stringMatching(
      /: ledger\.journal 3 wire:3:booked differs from its seal; 2 of the journals from 1 to 5 are missing$/,
    ),
  ])
})

test('an incremental check reads the new seals', async () => {
  const [first] = await database.app.query<{ last: bigint }>(`select last from ${sealOf}`)
  const position = first!.last
  const since = (journals: bigint): CheckRange => ({ full: false, journals, versions: 0n, orders: 0n, history: 0n })
  const forge = (tx: Tx) => tx.query(`update ledger.journal set kind = 'x' where id = 5`)
  const lookSince = (journals: bigint) => async (tx: Tx) => broken(await checkAudit(tx, since(journals)))
  expect(await after(forge, lookSince(position))).toEqual([])
  expect(await after(forge, lookSince(position - 1n))).toEqual([expect.stringContaining('ledger.journal 5')])
})

test('progress reports what is checked', async () => {
  const progress: string[] = []
  const rows = await database.app.tx((tx) => checkAudit(tx, fullRange, (what) => progress.push(what)))
  expect(progress[0]).toBe('the audit chain')
  const [seals] = await database.app.query<{ n: bigint }>(
    `select count(*) as n from audit.seal where stream = 'journals'`,
  )
  const ofJournals = progress.filter((what) => what.startsWith('seals of journals'))
  expect(ofJournals).toHaveLength(Number(seals!.n))
  expect(ofJournals).toEqual(ofJournals.map((_, n) => `seals of journals: ${n + 1} of ${seals!.n}`))
  expect(rows.map(({ invariant, what }) => `${invariant} ${what}`)).toEqual([
    'V1 the audit chain follows from its first entry',
    'V1 its signed heads are in it',
    'V1 every seal is named by the chain',
    'V1 every decision of two people has its entry and its evidence',
    'V1 every signature under an agreement has its entry and its evidence',
    ...['journals', 'orders', 'versions', 'history'].map((stream) => `V1 ${stream}: sealed items are unchanged`),
  ])
})

test('heads kept elsewhere count, and the problems of invalid ones are reported', async () => {
  const withAnchor = (anchor: Anchor) =>
    database.app.tx(async (tx) => broken(await checkAudit(tx, fullRange, undefined, anchor)))
  expect(await withAnchor({ bad: ['line 3 is no head'] })).toEqual(['its signed heads are in it: line 3 is no head'])
  const other = { seq: 1n, hash: 'ab'.repeat(32), by: 'the auditor' }
  expect(await withAnchor({ heads: [other] })).toEqual([
    'the audit chain follows from its first entry: audit.entry 1: it differs from the entry recorded by the auditor',
  ])
})

test('without a trusted key the first that signed is trusted', async () => {
  const found = await after(
    async (tx) => {
      const publicKey = Buffer.from(await strangers.signer!.publicKey('audit', 'ed25519'))
      await tx.query('update audit.signature set public_key = $1 where seq = (select max(seq) from audit.signature)', [
        publicKey,
      ])
    },
    async (tx) => broken(await checkAudit(tx, fullRange)),
  )
  expect(found).toEqual([
    expect.stringMatching(/^its signed heads are in it: audit\.signature \d+ is by another key: /),
  ])
})

test('a head is signed once, for its purpose, and by processes with keys', async () => {
  await database.app.tx((tx) => audit(tx, { actor: 'x', action: 'y' as never, subject: 'z', detail: {} }))
  const heads = async () => (await headsAfter(database.app, 0n)).map(({ seq }) => seq)
  const before = await heads()
  await signHead({ ...env, signer: null })
  expect(await heads()).toEqual(before)
  const [purposes, complaints] = [[] as unknown[], [] as string[]]
  const watched: Env = {
    ...env,
    signer: {
      ...env.signer!,
      sign: (...asked) => {
        purposes.push(asked[3])
        return env.signer!.sign(...asked)
      },
    },
    log: { ...env.log, error: (_facts: object, text: string) => complaints.push(text) } as unknown as Env['log'],
  }
  await signHead(watched)
  await signHead(watched)
  const all = await heads()
  expect(all).toHaveLength(before.length + 1)
  expect([purposes, complaints]).toEqual([
    [{ requestId: `head ${all.at(-1)}`, chain: null, intent: 'sign the head of the audit chain' }],
    [],
  ])
  expect((await headsAfter(database.app, all[0]!)).map(({ seq }) => seq)).toEqual(all.slice(1))
  expect((await headsAfter(database.app, 0n, 1)).map(({ seq }) => seq)).toEqual(all.slice(0, 1))
  // A missing key is logged, and sealing continues.
  await database.app.tx((tx) => audit(tx, { actor: 'x', action: 'y' as never, subject: 'z', detail: {} }))
  const without = { ...env.signer!, sign: () => Promise.reject(new Error('no key named audit')) }
  await signHead({ ...watched, signer: without })
  expect(complaints).toEqual([expect.stringContaining('cannot be signed')])
})

test('lines that were changed together, so that they still balance, are detected', async () => {
  const found = await after((tx) => tx.query(`update ledger.entry set amount = amount * 2 where journal_id = 2`))
  expect(found).toEqual([expect.stringContaining('ledger.journal 2 wire:2:booked differs from its seal')])
})

test('a missing journal and a missing seal are detected', async () => {
  expect(await after((tx) => tx.query('delete from ledger.journal where id = 5'))).toEqual([
    expect.stringContaining('1 of the journals'),
  ])
  expect(await after((tx) => tx.query(`delete from audit.seal where stream = 'journals' and first = 1`))).toEqual([
    expect.stringContaining('audit.seal of journals from 1 is in the audit chain, but its row is missing'),
  ])
})

test('a truncated chain is detected by its signatures', async () => {
  const found = await after(async (tx) => {
    await tx.query('delete from audit.entry where seq > 1')
    await tx.query('update audit.head set (seq, hash) = (select seq, hash from audit.entry)')
    await tx.query(`delete from audit.seal where id > (select min(id) from audit.seal)`)
  })
  expect(found.join()).toContain('the chain has another entry there, or none')
})

test('a chain that was rebuilt and signed with another key is detected by the trusted key', async () => {
  const found = await after(async (tx) => {
    await tx.query('delete from audit.signature; delete from audit.entry; delete from audit.seal')
    await tx.query(`update audit.head set seq = 0, hash = decode(repeat('00', 32), 'hex')`)
    await append(tx, 'y', {})
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

test('a long range is sealed in parts of five thousand', async () => {
  await seal()
  const [before] = await database.app.query<{ id: bigint }>('select max(id) as id from ledger.journal')
  await database.owner.query(
    `insert into ledger.journal (key, kind, at) select 'long:' || n, 'long', now() from generate_series(1, 5003) n`,
  )
  expect(await seal()).toBe(2)
  const counts = `select count from audit.seal where stream = 'journals' and first > $1 order by first`
  expect(await database.app.query(counts, [before!.id])).toEqual([{ count: 5_000n }, { count: 3n }])
  expect(await database.app.tx(check)).toEqual([])
})
