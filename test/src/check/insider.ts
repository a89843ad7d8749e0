import { randomUUID } from 'node:crypto'
import { checkBooks, checkTraces } from '@specie/service/checks/check.ts'
import { fullRange } from '@specie/service/checks/rule.ts'
import type { Anchor } from '@specie/service/checks/audit.ts'
import type { Db } from '@specie/service/base/database/db.ts'
import { undone } from './corrupt.ts'
import { type Corruption, insiderCorruptions } from './insider-list.ts'

// Attacks by a holder of the database owner's password, a superuser, without the key of the service and the files of signed
// heads. Each is tried separately and undone.

/** Typical rows of a used database, written as the service writes them. */
export async function stageForInsiders(app: Db): Promise<void> {
  const [person] = await app.query<{ id: string }>(
    `select id from directory.person where side = 'staff' order by id limit 1`,
  )
  const [institution] = await app.query<{ id: string }>('select institution_id as id from access.api_key limit 1')
  const at = new Date()
  const later = new Date(at.getTime() + 3_600_000)
  await app.tx(async (tx) => {
    const write = (text: string, ...values: unknown[]) => tx.query(text, values)
    await write(
      'insert into people.password values ($1, $2, $3)',
      person!.id,
      '$argon2id$v=19$m=65536,t=3,p=4$c2FsdA$aGFzaA',
      at,
    )
    await write('insert into people.totp values ($1, $2, $3, 0, $3)', person!.id, Buffer.alloc(40, 1), at)
    await write('insert into people.recovery_code (person_id, hash) values ($1, $2)', person!.id, Buffer.alloc(32, 2))
    await write(
      `insert into people.passkey (id, person_id, credential_id, public_key, counter, name, created_at, rp_id)
       values ($1, $2, $3, $4, 0, 'laptop', $5, 'localhost')`,
      randomUUID(),
      person!.id,
      Buffer.alloc(16, 3),
      Buffer.alloc(77, 4),
      at,
    )
    await write(
      `insert into people.link (id, person_id, purpose, token_hash, expires_at, created_at) values ($1, $2, 'recovery', $3, $4, $5)`,
      randomUUID(),
      person!.id,
      Buffer.alloc(32, 5),
      later,
      at,
    )
    await write('insert into base.data_key values ($1, $2, $3)', person!.id, Buffer.alloc(60, 6), at)
    // A forgettable answer, and a fill of the desk whose five minutes are over.
    await write(
      `insert into work.request (institution_id, clreqid, content, answer, created_at) values ($1, 'long ago', 'x', '{}', now() - interval '100 days')`,
      institution!.id,
    )
    await write(`select work.delete_old_answers(now() - interval '91 days', 10)`)
    await write(
      `select trading.count_desk('{ETH/CHF}', '{1000}', '{-2000}', '{1e30}', '{1e30}', '{1e30}', '{0}', '{0}', now() - interval '20 minutes', true)`,
    )
    await write(`select trading.close_flows(now(), now() - interval '7 days')`)
    await write('select access.record_nonces(now())')
  })
}

export type Result = { readonly what: string; readonly noticed: boolean; readonly said: string }

/** Tries all of them; `anchor`: the check's data from outside the database. */
export async function tryInsiders(owner: Db, anchor: Anchor): Promise<Result[]> {
  const results: Result[] = []
  for (const corruption of insiderCorruptions) results.push(await tryOne(owner, corruption, anchor))
  return results
}

async function tryOne(owner: Db, { what, done, named, of }: Corruption, anchor: Anchor): Promise<Result> {
  let output = ''
  let wanted = named
  await undone(owner, async (tx) => {
    if (of !== undefined) {
      const [row] = await tx.query<{ id: string }>(`select (${of})::text as id`)
      if (!row?.id) throw new Error(`${what}: there is no row to forge`)
      wanted = named.replace(':id', row.id)
    }
    await (typeof done === 'string' ? tx.query(done) : done(tx))
    await tx.query('reset session authorization; reset role; set local session_replication_role = origin')
    const broken = [...(await checkBooks(tx)), ...(await checkTraces(tx, fullRange, undefined, anchor))]
    output = broken.flatMap(({ ok, detail }) => (ok ? [] : [detail])).join('\n')
  }).catch((error: Error) => (output = `it failed: ${error.message}`))
  return { what, noticed: output.includes(wanted), said: output === '' ? 'nothing' : output }
}
