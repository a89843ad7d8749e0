import type { Sql, Tx } from '../../base/database/db.ts'
import { type Due, forEachDue } from '../../base/jobs/for-each-due.ts'
import type { Job } from '../../base/jobs/runner.ts'
import { move } from '../../base/state-machine/move.ts'
import { byService } from '../../base/state-machine/transitions.ts'
import { addressMachine } from './row.ts'

// A thief can add an address at once, but use it only a day later.

/** Makes addresses usable when their cooling-off period is over. */
export const endCooling: Job = {
  name: 'destinations.cooling',
  everyMs: 5_000,
  run: (env) => {
    const by = byService(env, 'the cooling-off period is over')
    return forEachDue(env, coolingUntil(env.clock.settlement()), async (tx, { id }) =>
      (await lacksSecondPerson(tx, id))
        ? move(tx, addressMachine, id, 'reject', { ...by, why: 'no second approver had approved it' })
        : move(tx, addressMachine, id, 'activate', by),
    )
  },
}

/** The institution has required a second person since it was added. It must be requested again. */
async function lacksSecondPerson(tx: Tx, id: string): Promise<boolean> {
  const [row] = await tx.query<{ lacks: boolean }>(
    `select people.lacks_second_person('member.address', to_jsonb(a)) as lacks from destinations.address a where a.id = $1`,
    [id],
  )
  return row!.lacks
}

const coolingUntil = (at: Date): Due => ({
  table: 'destinations.address',
  condition: `state = 'cooling' and usable_from <= $1`,
  values: [at],
  order: 'usable_from',
})

/** How many addresses of an institution are cooling off. */
export async function countCooling(sql: Sql, institutionId: string): Promise<number> {
  const [row] = await sql.query<{ count: bigint }>(
    `select count(*) from destinations.address where institution_id = $1 and state = 'cooling'`,
    [institutionId],
  )
  return Number(row!.count)
}
