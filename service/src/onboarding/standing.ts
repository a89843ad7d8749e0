import type { Sql } from '../base/database/db.ts'

/** The clearance of an institution: the same for its keys and its people. */
export type InstitutionStanding = { readonly kyb: string | null; readonly agreements: string[] }

/** Columns: the state of the KYB case, and the products whose agreement is active. */
export const clearance = (institution: string): string => `
  (select c.state from onboarding.kyb_case c where c.institution_id = ${institution}) as kyb,
  array(select g.product from onboarding.agreement g
    where g.institution_id = ${institution} and g.state = 'active') as agreements`

/** The current clearance of the institution. */
export async function standingOfInstitution(sql: Sql, institutionId: string): Promise<InstitutionStanding> {
  const [row] = await sql.query<InstitutionStanding>({
    name: 'onboarding.standing',
    text: `select ${clearance('$1::uuid')}`,
    values: [institutionId],
  })
  return row!
}

/**
 * Whether the institution is suspended or offboarded (directory.standing_of). It then gets no quote, conversion or
 * fill.
 */
export async function isStopped(sql: Sql, institutionId: string): Promise<boolean> {
  const [row] = await sql.query<{ stopped: boolean }>('select directory.standing_of($1) is not null as stopped', [
    institutionId,
  ])
  return row!.stopped
}
