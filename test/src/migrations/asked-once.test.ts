import { randomBytes } from 'node:crypto'
import { readFile } from 'node:fs/promises'
import { expect, test } from 'vitest'
import { freshDatabase } from '../database.ts'
import { testEnv } from '../env.ts'
import { staff } from '../people.ts'

const migration = new URL('../../../service/sql/0027_asked_once.sql', import.meta.url)

/** What it does to rows: its table is needed by the functions of today, so that there is no database without it. */
const rowsPart = async () => (await readFile(migration, 'utf8')).replace(/^[^]*?(?=do \$\$)/, '')

test('migration 0027: of requests for the same the last one waits, and the audit chain tells of passkeys that were there', async () => {
  const database = await freshDatabase()
  try {
    const env = testEnv(database)
    await database.owner.query('drop index people.one_open')
    const { token, person } = await staff(env, 'operations')
    const ask = (kind: string, payload: object, subject: string, at: string) =>
      database.owner.query<{ id: string }>(
        `with asked as (select gen_random_uuid() as id)
         select asked.id from asked, people.ask_approval($1, asked.id, $2, $3, $4, 'x', $5::timestamptz + interval '1 day', $5)`,
        [token, kind, subject, JSON.stringify(payload), at],
      )
    const now = new Date().toISOString()
    const later = new Date(Date.now() + 1000).toISOString()
    const [first] = await ask('pair.resume', { symbol: 'VCHF/CHF' }, 'VCHF/CHF', now)
    const [last] = await ask('pair.resume', { symbol: 'VCHF/CHF' }, 'VCHF/CHF', later)
    const [other] = await ask('mint.resume', { asset: 'VCHF' }, 'VCHF', now)
    const credential = randomBytes(16)
    await database.owner.query(
      `insert into people.passkey (id, person_id, credential_id, public_key, counter, transports, name, created_at)
       values (gen_random_uuid(), $1, $2, $2, 0, '{}', 'key', now())`,
      [person.id, credential],
    )
    const rows = await rowsPart()
    await database.owner.tx((tx) => tx.query(rows))
    const states = await database.owner.query<{ id: string; state: string }>('select id, state from people.approval')
    expect(Object.fromEntries(states.map(({ id, state }) => [id, state]))).toEqual({
      [first!.id]: 'expired',
      [last!.id]: 'waiting',
      [other!.id]: 'waiting',
    })
    const told = await database.owner.query(
      `select body::jsonb ->> 'subject' as subject,
         body::jsonb #>> '{detail,credential_hash}' = encode(sha256($1), 'hex') as same
       from audit.entry where body like '%"action":"passkey.added"%'`,
      [credential],
    )
    expect(told).toEqual([{ subject: person.id, same: true }])
  } finally {
    await database.drop()
  }
})
