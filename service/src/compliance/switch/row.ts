import { pairOfSwitch, switchCalled } from '@specie/protocol/switches.ts'
import { audit } from '../../base/audit/audit.ts'
import type { Sql, Tx } from '../../base/database/db.ts'
import { badRequest } from '../../base/http/errors.ts'
import type { By } from '../../base/state-machine/move.ts'

// The switches that are pulled. The database reads them in the transaction of each effect (compliance.stopped_among), and
// of each new request (compliance.refuse_request).

export type Pulled = { what: string; reason: string; actor: string; at: Date }

/** All pulled switches, without those of pairs. */
export const pulledNow = (sql: Sql): Promise<Pulled[]> =>
  sql.query<Pulled>('select what, reason, actor, at from compliance.switch where lifted_at is null order by what')

/** The first of these switches that is pulled; null if none is. Call it in the transaction of the effect. */
export async function pulledAmong(sql: Sql, names: readonly string[]): Promise<Pulled | null> {
  const [found] = await sql.query<Pulled>(
    'select what, reason, actor, at from compliance.switch where what = any($1) and lifted_at is null order by what limit 1',
    [names],
  )
  return found ?? null
}

/**
 * Pulls a switch; one person is enough, and the service itself may. Waits for effects that have begun before. Returns
 * false when it was pulled already; the first reason stays.
 */
export async function pullSwitch(tx: Tx, what: string, { actor, why, at, from }: By): Promise<boolean> {
  if (switchCalled(what) === null || pairOfSwitch(what) !== null) throw unknownSwitch()
  const pulled = await tx.query(
    `insert into compliance.switch (what, reason, actor, at) values ($1, $2, $3, $4)
     on conflict (what) where lifted_at is null do nothing returning 1`,
    [what, why, actor, at],
  )
  if (pulled.length === 0) return false
  audit(tx, { actor, action: 'switch.pulled', subject: what, detail: { reason: why, ...from } })
  return true
}

/** Returns when the lifted switch was pulled; null if it is not pulled. The database checks that two people agree. */
export async function markLifted(tx: Tx, what: string, people: string, at: Date): Promise<Date | null> {
  const [lifted] = await tx.query<{ at: Date }>(
    'update compliance.switch set lifted_at = $2, lifted_by = $3 where what = $1 and lifted_at is null returning at',
    [what, at, people],
  )
  return lifted?.at ?? null
}

/** The last time that this switch was pulled, and how often it was. */
export async function historyOf(sql: Sql, what: string) {
  const [last] = await sql.query<Pulled & { lifted: boolean; times: bigint }>(
    `select what, reason, actor, at, lifted_at is not null as lifted, count(*) over () as times
     from compliance.switch where what = $1 order by at desc limit 1`,
    [what],
  )
  return last ?? null
}

export const unknownSwitch = () =>
  badRequest('unknown', 'There is no such switch. `specie switch list` names all of them.', 'what')
