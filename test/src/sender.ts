import { randomBytes, randomUUID } from 'node:crypto'
import { systemClock } from '@specie/service/base/clock.ts'
import type { Db } from '@specie/service/base/database/db.ts'
import type { Purpose } from '@specie/service/base/manifest.ts'
import { requeue } from '@specie/service/chains/outbox/transactions.ts'

// The sender's part of an operation, written by the test: for tests of its callers and listeners, without a chain.

/** Signs (and broadcasts) the queued operation of a subject; again: another form of the same transaction. Returns its hash. */
export async function signedByHand(db: Db, purpose: Purpose, subject: string): Promise<string> {
  const hash = `0x${randomBytes(32).toString('hex')}`
  await db.tx(async (tx) => {
    const [operation] = await tx.query<{ id: string; chain: string; key: string; transaction_id: string | null }>(
      `select id, chain, key, transaction_id from chains.operation where purpose = $1 and subject = $2
         and state in ('queued', 'working') for update`,
      [purpose, subject],
    )
    if (!operation) throw new Error(`${purpose} ${subject} has nothing in line`)
    const { id, chain, key } = operation
    const transaction = operation.transaction_id ?? randomUUID()
    if (operation.transaction_id === null) {
      await tx.query(
        `insert into chains.transaction (id, chain, key, nonce, state, created_at)
         select $1, $2, $3, coalesce(max(nonce) + 1, 0), 'sent', now() from chains.transaction where chain = $2 and key = $3`,
        [transaction, chain, key],
      )
      await tx.query('insert into chains.carried values ($1, $2)', [id, transaction])
    }
    await tx.query(
      `insert into chains.attempt (chain, hash, transaction_id, number, raw, terms, created_at)
       select $1, $2, $3, count(*) + 1, '', '{}', now() from chains.attempt where transaction_id = $3`,
      [chain, hash, transaction],
    )
    await tx.query(
      `update chains.operation set state = 'working', transaction_id = $2, unread = true, updated_at = now() where id = $1`,
      [id, transaction],
    )
  })
  return hash
}

/** The chain has it finally, in its last signed form. */
export async function finalByHand(db: Db, purpose: Purpose, subject: string): Promise<string> {
  const [row] = await db.query<{ txid: string }>(
    `update chains.operation o set state = 'final', unread = true, updated_at = now(), txid = (
       select hash from chains.attempt a where a.transaction_id = o.transaction_id order by number desc limit 1)
     where purpose = $1 and subject = $2 and state not in ('failed', 'canceled') returning txid`,
    [purpose, subject],
  )
  return row!.txid
}

export async function failedByHand(db: Db, purpose: Purpose, subject: string, reason: string): Promise<void> {
  await db.query(
    `update chains.operation set state = 'failed', reason = $3, unread = true, updated_at = now()
     where purpose = $1 and subject = $2 and state in ('queued', 'working')`,
    [purpose, subject, reason],
  )
}

/** None of its forms can land: it is queued again. */
export async function droppedByHand(db: Db, purpose: Purpose, subject: string): Promise<void> {
  await db.tx(async (tx) => {
    const operations = await tx.query<{ id: string; subject: string }>(
      `with back as (
         update chains.transaction set state = 'over' where id in (
           select transaction_id from chains.operation where purpose = $1 and subject = $2 and state = 'working') returning id)
       select o.id, o.subject from chains.operation o join back on back.id = o.transaction_id`,
      [purpose, subject],
    )
    await requeue({ clock: systemClock }, tx, operations, false)
    await tx.query('update chains.operation set unread = true where id = any($1)', [operations.map((one) => one.id)])
  })
}
