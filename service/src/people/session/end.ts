import type { Sql, Tx } from '../../base/database/db.ts'

/** Ends one live session of this person; false when there is none with this id. */
export async function endSession(sql: Sql, personId: string, id: string, at: Date): Promise<boolean> {
  const ended = await sql.query(
    'update people.session set ended_at = $3 where id = $1 and person_id = $2 and ended_at is null returning id',
    [id, personId, at],
  )
  return ended.length > 0
}

/** Ends every session and token of a person, except perhaps one, and devices that wait for theirs; returns how many. */
export async function endSessions(tx: Tx, personId: string, at: Date, except: string | null = null): Promise<number> {
  await tx.query('delete from people.device where person_id = $1', [personId])
  const ended = await tx.query(
    `update people.session set ended_at = $2
     where person_id = $1 and ended_at is null and expires_at > $2 and id is distinct from $3 returning id`,
    [personId, at, except],
  )
  return ended.length
}
