import { approvalKinds } from '@specie/protocol/people/approvals/approvals.ts'
import { conflicts, rolesOf, sides } from '@specie/protocol/people/roles.ts'
import type { Tx } from '../base/database/db.ts'

export const roles = sides.flatMap((side) => rolesOf[side].map((name) => ({ side, name })))
export const roleConflicts = sides.flatMap((side) => conflicts[side].map(([one, other]) => ({ side, one, other })))
export const approvals = Object.entries(approvalKinds).map(([name, kind]) => ({
  name,
  side: kind.side,
  makers: kind.makers,
  checkers: kind.checkers,
  by_keys: 'byKeys' in kind,
}))

/** When it changes, existing databases are updated. */
export const peopleTables = { roles, pairs: roleConflicts, kinds: approvals }

/** Writes the tables of protocol/src/people into the database, which enforces them. */
export async function syncPeople(tx: Tx): Promise<void> {
  await tx.query('delete from people.role_conflict')
  await tx.query('delete from people.role')
  await tx.query(
    'insert into people.role (side, name) select side, name from jsonb_to_recordset($1) as row (side text, name text)',
    [JSON.stringify(roles)],
  )
  await tx.query(
    `insert into people.role_conflict (side, one, other)
     select side, one, other from jsonb_to_recordset($1) as row (side text, one text, other text)`,
    [JSON.stringify(roleConflicts)],
  )
  // A kind is never removed: old approvals name it.
  await tx.query(
    `insert into people.approval_kind (name, side, makers, checkers, by_keys)
     select name, side, makers, checkers, by_keys
     from jsonb_to_recordset($1) as row (name text, side text, makers text[], checkers text[], by_keys boolean)
     on conflict (name) do update
       set side = excluded.side, makers = excluded.makers, checkers = excluded.checkers, by_keys = excluded.by_keys`,
    [JSON.stringify(approvals)],
  )
}
