import { canonical } from '@specie/protocol/encoding/json.ts'
import { audit } from '@specie/service/base/audit/audit.ts'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { freshDatabase, type TestDatabase } from './database.ts'
import { errorOf as refusalOf, undone, wentThrough } from './database-rights/rows.ts'
import { verifyAudit } from './checks.ts'

let database: TestDatabase

beforeAll(async () => {
  database = await freshDatabase()
  for (let i = 1; i <= 5; i += 1) await record(`subject ${i}`)
})

afterAll(() => database.drop())

const record = (subject: string) =>
  database.app.tx((tx) =>
    audit(tx, { actor: 'test', action: 'thing.done' as never, subject, detail: { note: 'Zürich' } }),
  )

/** Makes a forbidden change as superuser with the triggers off, checks the chain, and undoes it. */
async function tampered(sql: string) {
  const undo = new Error('undo')
  let verdict: Awaited<ReturnType<typeof verifyAudit>> | undefined
  await database.owner
    .tx(async (tx) => {
      await tx.query(`set local session_replication_role = replica`)
      await tx.query(sql)
      verdict = await verifyAudit({ ...database.owner, tx: async (work) => work(tx) })
      throw undo
    })
    .catch((error) => {
      if (error !== undo) throw error
    })
  return verdict
}

test('the chain holds from its first entry, also with parallel writers', async () => {
  await Promise.all(Array.from({ length: 20 }, (_, i) => record(`parallel ${i}`)))
  expect(await verifyAudit(database.app)).toMatchObject({ ok: true, head: { seq: 25n } })
})

test.each([
  ['a changed text', `update audit.entry set body = replace(body, 'test', 'someone') where seq = 3`, 3n],
  [
    'a changed text with its own hash made anew',
    `update audit.entry set body = 'x', hash = sha256(int8send(seq) || 'x'::bytea) where seq = 3`,
    3n,
  ],
  ['a removed entry', 'delete from audit.entry where seq = 2', 2n],
  ['a removed end', 'delete from audit.entry where seq = 25', 25n],
  ['two entries swapped', 'update audit.entry set seq = case seq when 2 then 103 else 102 end where seq in (2, 3)', 2n],
])('%s is found', async (_name, sql, seq) => {
  expect(await tampered(sql)).toMatchObject({ ok: false, seq })
})

test('a truncated and rebuilt end does not match the noted head', async () => {
  const before = await verifyAudit(database.app)
  if (!before.ok) throw new Error('the chain should hold')
  await record('later')
  expect(await verifyAudit(database.app, [{ ...before.head, by: 'the auditor' }])).toMatchObject({ ok: true })
  const rebuilt = { seq: before.head.seq, hash: 'ab'.repeat(32), by: 'the auditor' }
  expect(await verifyAudit(database.app, [{ ...before.head, by: 'x' }, rebuilt])).toEqual({
    ok: false,
    seq: before.head.seq,
    fault: 'it differs from the entry recorded by the auditor',
  })
  expect(await verifyAudit(database.app, [{ ...rebuilt, seq: 10_000n }])).toMatchObject({
    ok: false,
    seq: 10_000n,
    fault: expect.stringMatching(/^the chain ends at \d+, before the head recorded by the auditor$/),
  })
})

test.each([
  'update audit.entry set body = body',
  'delete from audit.entry',
  'truncate audit.entry',
  `insert into audit.entry values (99, 'x', 'x')`,
  'update audit.head set seq = 0',
])('the service cannot: %s', async (sql) => {
  await expect(database.app.query(sql)).rejects.toThrow(/permission denied/)
})

test.each(['update audit.entry set body = body', 'delete from audit.entry', 'truncate audit.entry'])(
  'not even the owner changes the chain by accident: %s',
  async (sql) => {
    await expect(database.owner.query(sql)).rejects.toThrow(/append-only/)
  },
)

// Raw SQL over the service's own connection: the database sets actor and time.

test('time, login and session of an entry are set by the database', async () => {
  const began = Date.now()
  await record('dated')
  const [row] = await database.app.query<{ body: string; session: string }>(
    `select body, to_hex(extract(epoch from backend_start)::bigint) as session
     from audit.entry, pg_stat_get_activity(pg_backend_pid()) order by seq desc limit 1`,
  )
  const output = JSON.parse(row!.body)
  expect(Object.keys(output)).toEqual(['action', 'actor', 'at', 'detail', 'login', 'session', 'subject'])
  expect(output).toMatchObject({ login: 'specie_app', session: expect.stringMatching(/^[0-9a-f]{8}\.[0-9a-f]+$/) })
  expect(Math.abs(Date.parse(output.at) - began)).toBeLessThan(60_000)
})

test.each([
  [`select audit.append('{"action":"x","actor":"operator eve","at":"2001-01-01T00:00:00.000Z"}')`, /does not exist/],
  [`select audit.append('eve', 'x', 'y', '{},"at":"2001-01-01T00:00:00.000Z"')`, /invalid input syntax for type json/],
  [`select audit.append('eve', 'x', 'y', '[]')`, /an object of details/],
  [`select audit.append('eve', 'x', null, '{}')`, /an object of details/],
  [
    `insert into audit.seal (stream, first, last, count, sha256, marks, at) values ('x', 1, 1, 1, '', '', now())`,
    /permission denied/,
  ],
  [`insert into audit.signature values (1, '', '', '', now())`, /permission denied/],
  [`insert into audit.shipment values ('file:/x', 1000, now())`, /permission denied/],
  [`select audit.add_signature(1, '', '', '', now())`, /the audit chain has no head 1/],
  [
    `select audit.add_signature(1, (select hash from audit.entry where seq = 1), '', '', now() - interval '1 hour')`,
    /was signed at/,
  ],
  [`select audit.note_shipped('file:/x', 1000)`, /no head 1000 was signed/],
])('the service cannot forge: %s', async (sql, refusal) => {
  await expect(database.app.query(sql)).rejects.toThrow(refusal)
})

test('the text of an entry cannot break out of it', async () => {
  const actor = 'eve","login":"specie","at":"2001-01-01T00:00:00.000Z'
  await database.app.tx((tx) =>
    audit(tx, { actor, action: 'x' as never, subject: 'a "b" \\ %s \n', detail: { note: '%s "' } }),
  )
  const [row] = await database.app.query<{ body: string }>('select body from audit.entry order by seq desc limit 1')
  expect(JSON.parse(row!.body)).toMatchObject({
    actor,
    login: 'specie_app',
    subject: 'a "b" \\ %s \n',
    detail: { note: '%s "' },
  })
  expect(row!.body).toBe(canonical(JSON.parse(row!.body)))
  expect(await verifyAudit(database.app)).toMatchObject({ ok: true })
})

describe('the signature of a head', () => {
  const sign = (over: { hash?: string; at?: string; seq?: number } = {}) => {
    const { seq = 2, hash = '(select hash from audit.entry where seq = 2)', at = 'clock_timestamp()' } = over
    return `select audit.add_signature(${seq}, ${hash}, 'key', 'signature', ${at})`
  }
  const reported = (sql: string) => undone(database.app, (tx) => refusalOf(tx, () => tx.query(sql)))

  test('is of an existing entry, and of this minute', async () => {
    expect(await reported(sign())).toBe(wentThrough)
    expect(await reported(sign({ at: `clock_timestamp() - interval '50 s'` }))).toBe(wentThrough)
    expect(await reported(sign({ at: `clock_timestamp() - interval '61 s'` }))).toContain('was signed at')
    expect(await reported(sign({ at: `clock_timestamp() + interval '30 s'` }))).toContain('was signed at')
    const none = 'the audit chain has no head'
    expect(await reported(sign({ seq: 3 }))).toBe(`${none} 3`)
    expect(await reported(sign({ hash: '(select hash from audit.entry where seq = 3)' }))).toBe(`${none} 2`)
    expect(await reported(sign({ seq: 10_000 }))).toBe(`${none} 10000`)
  })

  test('keeps its first version', () =>
    undone(database.app, async (tx) => {
      await tx.query(sign())
      await tx.query(sign().replace("signature'", "another'"))
      const rows = await tx.query<{ seq: bigint; signature: Buffer }>('select seq, signature from audit.signature')
      expect(rows.map(({ seq, signature }) => [seq, signature.toString()])).toEqual([[2n, 'signature']])
    }))

  test('is shipped: each destination has its highest confirmed head, and its time', () =>
    undone(database.app, async (tx) => {
      for (const seq of [2, 3]) await tx.query(sign({ seq, hash: `(select hash from audit.entry where seq = ${seq})` }))
      const shipped = () =>
        tx.query<{ destination: string; seq: bigint; at: string }>(
          'select destination, seq, at::text from audit.shipment order by 1',
        )
      const ship = (destination: string, seq: number) =>
        tx.query('select audit.note_shipped($1, $2)', [destination, seq])
      await ship('a', 2)
      await ship('b', 2)
      await ship('a', 3)
      const before = await shipped()
      expect(before).toMatchObject([
        { destination: 'a', seq: 3n },
        { destination: 'b', seq: 2n },
      ])
      await ship('a', 2)
      await ship('a', 3)
      expect(await shipped()).toEqual(before)
      expect(await refusalOf(tx, () => ship('a', 4))).toBe('no head 4 was signed')
    }))
})
