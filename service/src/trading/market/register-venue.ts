import type { PayloadOf } from '@specie/protocol/people/approvals/payloads.ts'
import { audit } from '../../base/audit/audit.ts'
import { isSqlState, type Sql, type Tx } from '../../base/database/db.ts'
import { typesWithIsoTimes } from '../../base/database/types.ts'
import type { Env } from '../../base/env.ts'
import { badRequest } from '../../base/http/errors.ts'
import type { ApprovalActor, Description } from '../../base/approvable.ts'

export const describeVenue = async (
  _env: Env,
  _sql: Sql,
  { name, institutionid }: PayloadOf<'venue.register'>,
): Promise<Description> => ({ title: `Use the quotes of ${name} for trading`, institutionId: institutionid })

/** The act of an approved `venue.register`. Its quotes are used, and the institution's balances are its inventory. */
export async function registerVenue(
  _env: Env,
  tx: Tx,
  { name, institutionid }: PayloadOf<'venue.register'>,
  { maker, checker, why, at }: ApprovalActor,
): Promise<void> {
  await tx
    .query('insert into trading.venue (name, institution_id, created_at) values ($1, $2, $3)', [
      name,
      institutionid,
      at,
    ])
    .catch((error: unknown) => {
      if (isSqlState(error, '23505'))
        throw badRequest(
          'registered',
          `This venue is already registered: ${name}, or its institution under another name.`,
          'name',
        )
      if (isSqlState(error, '23503'))
        throw badRequest('unknown', 'There is no such institution. Onboard it first.', 'institutionid')
      throw error
    })
  audit(tx, { actor: checker, action: 'venue.added', subject: name, detail: { institutionid, maker, why } })
}

/** The institutions that hold the inventories of venues, by the venue's name. */
export async function venueHolders(sql: Sql): Promise<Map<string, string>> {
  const rows = await sql.query<{ name: string; institution_id: string }>({
    name: 'trading.venues',
    text: 'select name, institution_id from trading.venue',
  })
  return new Map(rows.map((row) => [row.name, row.institution_id]))
}

export const listVenues = (sql: Sql): Promise<{ name: string; institutionid: string; created_at: string }[]> =>
  sql.query({
    text: 'select name, institution_id as institutionid, created_at from trading.venue order by name',
    types: typesWithIsoTimes,
  })
