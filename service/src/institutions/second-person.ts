import type { ApprovalKind } from '@specie/protocol/people/approvals.ts'
import { audit } from '../base/audit/audit.ts'
import type { Sql, Tx } from '../base/database/db.ts'
import type { By } from '../base/state-machine/move.ts'

// For some acts an institution chooses whether its administrator acts alone or a second person approves them.

export const chosenKinds = ['member.key', 'member.address', 'member.bank_account'] as const satisfies ApprovalKind[]
export type ChosenKind = (typeof chosenKinds)[number]

export async function secondPersonKinds(sql: Sql, institutionId: string): Promise<ChosenKind[]> {
  const rows = await sql.query<{ kind: ChosenKind }>(
    'select kind from institutions.second_person where institution_id = $1 order by kind',
    [institutionId],
  )
  return rows.map(({ kind }) => kind)
}

export const needsSecondPerson = async (sql: Sql, institutionId: string, kind: ChosenKind): Promise<boolean> =>
  (await secondPersonKinds(sql, institutionId)).includes(kind)

/** Any administrator may ask for more; to ask for less is itself approved by a second person (`member.second_person`). */
export async function setSecondPerson(
  tx: Tx,
  institutionId: string,
  { kind, needed }: { kind: ChosenKind; needed: boolean },
  by: By,
): Promise<void> {
  await tx.query(
    needed
      ? 'insert into institutions.second_person (institution_id, kind) values ($1, $2) on conflict do nothing'
      : 'delete from institutions.second_person where institution_id = $1 and kind = $2',
    [institutionId, kind],
  )
  const detail = { kind, needed: String(needed), ...by.from }
  await audit(tx, { actor: by.actor, action: 'institution.second_person', subject: institutionId, detail })
}
