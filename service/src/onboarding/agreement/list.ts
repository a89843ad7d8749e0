import type { PeopleResponse } from '@specie/protocol/web-api/call.ts'
import type { agreementsCall } from '@specie/protocol/portal/agreements.ts'
import type { Sql } from '../../base/database/db.ts'
import { idFilter, type Listed, page, type PageRequest } from '../../base/http/pages.ts'
import { ApiError } from '../../base/http/errors.ts'
import type { AgreementRow, Signature } from './row.ts'

type AgreementPage = PeopleResponse<typeof agreementsCall>
type Row = Listed<AgreementRow> & { created_at: string; updated_at: string }

const select = 'select * from onboarding.agreement where institution_id = $1'

export async function listAgreements(sql: Sql, institutionId: string, request: PageRequest): Promise<AgreementPage> {
  const { rows, next_cursor } = await page<Row>(sql, request, { select, values: [institutionId] })
  return { items: rows.map(shown), next_cursor }
}

/** An agreement of any institution, for staff. */
export async function agreementView(
  sql: Sql,
  id: string,
): Promise<AgreementPage['items'][number] & { institutionid: string }> {
  const listing = { select: 'select * from onboarding.agreement', values: [], filters: idFilter('id', id) }
  const { rows } = await page<Row>(sql, {}, listing)
  if (!rows[0]) throw new ApiError('not_found', { agreementid: id }, 'There is no such agreement.')
  return { ...shown(rows[0]), institutionid: rows[0].institution_id }
}

const shown = (row: Row): AgreementPage['items'][number] => ({
  agreementid: row.id,
  product: row.product,
  version: row.version,
  status: row.state,
  text_sha256: row.text_sha256?.toString('hex') ?? null,
  sign_until: row.state === 'sent' ? row.expires_at : null,
  ends_at: row.state === 'active' ? row.ends_at : null,
  signed: signedBy(row.signature),
  countersigned: signedBy(row.countersignature),
  created_at: row.created_at,
  updated_at: row.updated_at,
})

const signedBy = (signature: Signature | null) => signature && { name: signature.name, at: signature.at }
