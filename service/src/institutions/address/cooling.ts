import type { Sql } from '../../base/database/db.ts'
import type { Job } from '../../base/jobs/runner.ts'
import { move } from '../../base/state-machine/move.ts'
import { addressMachine } from './row.ts'

// A thief can add an address at once, but use it only a day later.

/** Makes addresses usable when their cooling-off period is over. */
export const endCooling: Job = {
  name: 'institutions.addresses',
  everyMs: 5_000,
  run: (env) =>
    env.db.tx(async (tx) => {
      const due = await tx.query<{ id: string }>(
        `select id from institutions.address where state = 'cooling' and usable_from <= $1
         order by usable_from limit 500 for update skip locked`,
        [env.clock.settlement()],
      )
      const by = { actor: 'service', why: 'cooling-off is over', at: env.clock.now() }
      for (const { id } of due) await move(tx, addressMachine, id, 'activate', by)
      return due.length
    }),
}

/** How many addresses of an institution are cooling off. */
export async function countCooling(sql: Sql, institutionId: string): Promise<number> {
  const [row] = await sql.query<{ count: bigint }>(
    `select count(*) from institutions.address where institution_id = $1 and state = 'cooling'`,
    [institutionId],
  )
  return Number(row!.count)
}
