import { batchSize } from '@specie/service/base/state-machine/transitions.ts'
import type { TestDatabase } from './database.ts'

/**
 * More rows than a job takes at once, with the same age and content as this one: a job that takes the oldest and then skips
 * some never gets past them. `over`: SQL of the columns that differ. Returns their removal, because they are not in the books.
 */
export async function addManyRows(
  { owner }: TestDatabase,
  table: string,
  id: string,
  over: Record<string, string> = {},
  count = batchSize + 1,
): Promise<() => Promise<void>> {
  const others = Object.entries({ id: 'gen_random_uuid()', ...over }).map(([column, sql]) => `'${column}', ${sql}`)
  const unchecked = (sql: string, values: unknown[]) =>
    owner.tx(async (tx) => {
      await tx.query('set local session_replication_role = replica')
      return tx.query<{ id: string }>(sql, values)
    })
  const made = await unchecked(
    `insert into ${table} select made.* from ${table} one, generate_series(1, $2) nth,
       jsonb_populate_record(one, jsonb_build_object('nth', nth, ${others.join(', ')})) made
     where one.id = $1 returning id`,
    [id, count],
  )
  return async () => void (await unchecked(`delete from ${table} where id = any($1)`, [made.map((row) => row.id)]))
}
