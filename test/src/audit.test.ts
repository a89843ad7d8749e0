import { audit, verifyAudit } from '@specie/service/base/audit.ts'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { freshDatabase, type TestDatabase } from './database.ts'

let database: TestDatabase

beforeAll(async () => {
  database = await freshDatabase()
  for (let i = 1; i <= 5; i += 1) await record(`subject ${i}`)
})

afterAll(() => database.drop())

const record = (subject: string) =>
  database.app.tx((tx) =>
    audit(tx, { actor: 'test', action: 'thing.done', subject, detail: { note: 'Zürich' } }),
  )

/** Does something forbidden as superuser with the triggers off, looks at the chain, and undoes it. */
async function tampered(sql: string) {
  const undo = new Error('undo')
  let verdict: Awaited<ReturnType<typeof verifyAudit>> | undefined
  await database.owner
    .tx(async (tx) => {
      await tx.query(`set local session_replication_role = replica`)
      await tx.query(sql)
      verdict = await verifyAudit({ ...database.owner, tx: (work) => work(tx) })
      throw undo
    })
    .catch((error) => {
      if (error !== undo) throw error
    })
  return verdict
}

test('the chain holds from its first entry, also when many write at once', async () => {
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

test('an end that was cut and rebuilt does not meet the head noted before', async () => {
  const before = await verifyAudit(database.app)
  if (!before.ok) throw new Error('the chain should hold')
  await record('later')
  expect(await verifyAudit(database.app, [{ ...before.head, by: 'the auditor' }])).toMatchObject({ ok: true })
  const rebuilt = { seq: before.head.seq, hash: 'ab'.repeat(32), by: 'the auditor' }
  expect(await verifyAudit(database.app, [{ ...before.head, by: 'x' }, rebuilt])).toEqual({
    ok: false,
    seq: before.head.seq,
    fault: 'it is not the entry that was noted by the auditor',
  })
  expect(await verifyAudit(database.app, [{ ...rebuilt, seq: 10_000n }])).toMatchObject({
    ok: false,
    seq: 10_000n,
    fault: expect.stringMatching(/^the chain ends at \d+, before what was noted by the auditor$/),
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
  'not even the owner, by accident: %s',
  async (sql) => {
    await expect(database.owner.query(sql)).rejects.toThrow(/append-only/)
  },
)
