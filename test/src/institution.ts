import { randomUUID } from 'node:crypto'
import type { Sql } from '@specie/service/base/database/db.ts'
import type { TestDatabase } from './database.ts'
import { stamped } from './trace-key.ts'

/** An institution with a name only. `onboard` of client.ts makes an institution with a key, KYB and agreements. */
export async function newInstitution(
  sql: Sql,
  { name = 'Acme', id = randomUUID() }: { name?: string; id?: string } = {},
): Promise<string> {
  await sql.query('insert into directory.institution (id, name, created_at) values ($1, $2, now())', [id, name])
  return id
}

/** Puts the institution's KYB case into a state, past its decision makers. Its operations wait as they must from then on. */
export async function putKyb(
  { owner }: Pick<TestDatabase, 'owner'>,
  institutionId: string,
  state: string,
): Promise<void> {
  await owner.tx(async (tx) => {
    await tx.query('set local session_replication_role = replica')
    await tx.query(
      `insert into onboarding.kyb_case (id, institution_id, state, created_at, updated_at)
       values (gen_random_uuid(), $1, $2, now(), now()) on conflict (institution_id) do update set state = excluded.state`,
      [institutionId, state],
    )
    await tx.query('set local session_replication_role = origin')
    await stamped(tx)
    await tx.query('update directory.institution set standing = onboarding.derived_standing(id) where id = $1', [
      institutionId,
    ])
    await tx.query(`select state.set_actor('officer', 'a test', now())`)
    await tx.query('select compliance.hold_open_items($1)', [institutionId])
  })
}

/** An active agreement of the institution, past its signers. */
export async function putAgreement({ owner }: Pick<TestDatabase, 'owner'>, institutionId: string): Promise<void> {
  await owner.tx(async (tx) => {
    await tx.query('set local session_replication_role = replica')
    await tx.query(
      `insert into onboarding.agreement (id, institution_id, product, version, state, created_at, updated_at)
       values (gen_random_uuid(), $1, 'stablecoin_issuance', '1', 'active', now(), now())`,
      [institutionId],
    )
  })
}
