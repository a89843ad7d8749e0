import { chosenKinds } from '@specie/protocol/people/second-person.ts'
import { z } from 'zod'
import { audit } from '../base/audit/audit.ts'
import type { Sql, Tx } from '../base/database/db.ts'
import type { Env } from '../base/env.ts'
import { ApiError } from '../base/http/errors.ts'
import { findPerson } from '../people/person/row.ts'
import type { By } from '../base/state-machine/move.ts'

// For some acts an institution chooses whether its administrator acts alone or a second person approves them.

export type ChosenKind = (typeof chosenKinds)[number]

export async function secondPersonKinds(sql: Sql, institutionId: string): Promise<ChosenKind[]> {
  const rows = await sql.query<{ kind: ChosenKind }>(
    'select kind from institutions.second_person where institution_id = $1 and not is_dropped order by kind',
    [institutionId],
  )
  return rows.map(({ kind }) => kind)
}

export const needsSecondPerson = async (sql: Sql, institutionId: string, kind: ChosenKind): Promise<boolean> =>
  (await secondPersonKinds(sql, institutionId)).includes(kind)

/** What a second person approves (`member.second_person`): that none is asked any more. */
export const secondPersonPayload = z.strictObject({ institutionid: z.string(), kind: z.enum(chosenKinds) })
export type SecondPersonPayload = z.infer<typeof secondPersonPayload>

/** An administrator alone may ask for more. */
export async function requireSecondPerson(tx: Tx, { institutionid, kind }: SecondPersonPayload, by: By): Promise<void> {
  await tx.query(
    `insert into institutions.second_person (institution_id, kind) values ($1, $2)
     on conflict (institution_id, kind) do update set is_dropped = false`,
    [institutionid, kind],
  )
  const detail = { kind, ...by.from }
  audit(tx, { actor: by.actor, action: 'second_person.required', subject: institutionid, detail })
}

/** To ask for less is itself approved by a second person. */
export async function dropSecondPerson(
  _env: Env,
  tx: Tx,
  { institutionid, kind }: SecondPersonPayload,
  by: By,
): Promise<void> {
  await assertOwn(tx, institutionid, by)
  await tx.query('update institutions.second_person set is_dropped = true where institution_id = $1 and kind = $2', [
    institutionid,
    kind,
  ])
  audit(tx, { actor: by.actor, action: 'second_person.dropped', subject: institutionid, detail: { kind } })
}

/** Throws unless the person who has approved it belongs to the institution that the payload names. */
export async function assertOwn(tx: Tx, institutionId: string, { actor }: By): Promise<void> {
  const person = await findPerson(tx, actor.replace(/^person:/, ''))
  if (person?.institutionId !== institutionId) throw new ApiError('approval_refused', { reason: 'other_institution' })
}
