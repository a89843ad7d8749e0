import type { KybPerson, KybRole } from '@specie/protocol/onboarding/kyb.ts'
import type { Sql, Tx } from '../../base/database/db.ts'
import type { Env } from '../../base/env.ts'
import { ApiError } from '../../base/http/errors.ts'
import { isUuid } from '../../base/ids.ts'
import { subjectKey, subjectKeys } from '../../base/personal-data.ts'
import type { By } from '../../base/state-machine/move.ts'
import { assertCountries, lockEditable } from './company.ts'
import { note } from './row.ts'

// Owners, directors and signatories. All data but their roles is sealed with a key of their own.

type PersonalData = Omit<KybPerson, 'roles'>

/** `data` is null once erased. */
export type CasePerson = { id: string; roles: KybRole[]; data: PersonalData | null; updatedAt: Date }

const contextOf = (id: string): string => `person ${id}`

export async function addPerson(env: Env, tx: Tx, institutionId: string, person: KybPerson, by: By): Promise<string> {
  assertCountries(person, [])
  await lockEditable(tx, institutionId)
  const id = env.ids.uuid(by.at)
  await tx.query(
    `insert into onboarding.kyb_person (id, institution_id, roles, sealed, created_at, created_by, updated_at)
     values ($1, $2, $3, $4, $5, $6, $5)`,
    [id, institutionId, person.roles, await sealedData(env, tx, id, person), by.at, by.actor],
  )
  note(tx, by, 'kyb.person_added', institutionId, { person: id })
  return id
}

export async function changePerson(
  env: Env,
  tx: Tx,
  institutionId: string,
  id: string,
  person: KybPerson,
  by: By,
): Promise<void> {
  assertCountries(person, [])
  await lockEditable(tx, institutionId)
  await assertPerson(tx, institutionId, id)
  const sealed = await sealedData(env, tx, id, person)
  await tx.query('update onboarding.kyb_person set roles = $2, sealed = $3, updated_at = $4 where id = $1', [
    id,
    person.roles,
    sealed,
    by.at,
  ])
  note(tx, by, 'kyb.person_changed', institutionId, { person: id })
}

export async function removePerson(tx: Tx, institutionId: string, id: string, by: By): Promise<void> {
  await lockEditable(tx, institutionId)
  await assertPerson(tx, institutionId, id)
  await tx.query('update onboarding.kyb_person set removed_at = $2, removed_by = $3, updated_at = $2 where id = $1', [
    id,
    by.at,
    by.actor,
  ])
  note(tx, by, 'kyb.person_removed', institutionId, { person: id })
}

/** Throws unless the person belongs to this institution. */
export async function assertPerson(sql: Sql, institutionId: string, id: string): Promise<void> {
  const rows = isUuid(id)
    ? await sql.query(
        'select 1 from onboarding.kyb_person where id = $1 and institution_id = $2 and removed_at is null',
        [id, institutionId],
      )
    : []
  if (rows.length === 0) throw new ApiError('not_found', {}, 'There is no such person in this case.')
}

async function sealedData(env: Env, tx: Tx, id: string, { roles: _roles, ...data }: KybPerson): Promise<Buffer> {
  const key = await subjectKey(env, tx, id)
  return key.seal(contextOf(id), Buffer.from(JSON.stringify(data)))
}

export async function readPersons(env: Env, sql: Sql, institutionId: string): Promise<CasePerson[]> {
  const rows = await sql.query<{ id: string; roles: KybRole[]; sealed: Buffer; updatedAt: Date }>(
    `select id, roles, sealed, updated_at as "updatedAt" from onboarding.kyb_person where institution_id = $1 and removed_at is null
     order by created_at, id`,
    [institutionId],
  )
  const keys = await subjectKeys(
    env,
    sql,
    rows.map(({ id }) => id),
  )
  return rows.map(({ sealed, ...row }) => {
    const key = keys.get(row.id)
    const data = key ? (JSON.parse(key.open(contextOf(row.id), sealed).toString()) as PersonalData) : null
    return { ...row, data }
  })
}

/** All persons of a case, including removed ones. */
export async function personIds(sql: Sql, institutionId: string): Promise<string[]> {
  const rows = await sql.query<{ id: string }>('select id from onboarding.kyb_person where institution_id = $1', [
    institutionId,
  ])
  return rows.map(({ id }) => id)
}
