import { machines, publicState, statesBehind } from '@specie/protocol/machines.ts'
import type { addressCall, addressesCall } from '@specie/protocol/portal/addresses.ts'
import type { institutionAddressesCall } from '@specie/protocol/console/addresses.ts'
import type { PeopleRequest, PeopleResponse } from '@specie/protocol/web-api/call.ts'
import type { Sql } from '../../base/database/db.ts'
import { type Filters, idFilter, type Listed, page, type PageRequest } from '../../base/http/pages.ts'
import { ApiError } from '../../base/http/errors.ts'
import { stepsOf } from '../../base/state-machine/steps.ts'
import type { Address } from './row.ts'

// Addresses for portal and console: with their current step, and the text that the owner must sign.

type AddressPage = PeopleResponse<typeof addressesCall>

const machine = machines.withdrawal_address
const select = 'select * from destinations.address'

export const addressesOf = (
  sql: Sql,
  institutionId: string,
  { status, ...request }: PeopleRequest<typeof addressesCall>,
): Promise<AddressPage> =>
  list(sql, request, { institution_id: institutionId, 'state = any($?)': statesBehind(machine, status) ?? undefined })

export const allAddresses = (
  sql: Sql,
  { institutionid, state, ownership, travelrule, ...request }: PeopleRequest<typeof institutionAddressesCall>,
): Promise<AddressPage> =>
  list(sql, request, { institution_id: institutionid, state, ownership, travel_rule_status: travelrule })

/** `institutionId`: null for staff, who see the addresses of all institutions. */
export async function addressView(
  sql: Sql,
  institutionId: string | null,
  id: string,
): Promise<PeopleResponse<typeof addressCall>> {
  const { items } = await list(sql, {}, { institution_id: institutionId ?? undefined, ...idFilter('id', id) })
  if (items.length === 0) throw new ApiError('not_found', { id }, 'There is no such address.')
  return { ...items[0]!, steps: await stepsOf(sql, 'withdrawal_address', id) }
}

async function list(sql: Sql, request: PageRequest, filters: Filters): Promise<AddressPage> {
  const { rows, next_cursor } = await page<Listed<Address>>(sql, request, { select, values: [], filters })
  return { items: rows.map(shown), next_cursor }
}

const shown = (row: Listed<Address>): AddressPage['items'][number] => ({
  addressid: row.id,
  institutionid: row.institution_id,
  label: row.label,
  address: row.address,
  blockchain: row.blockchain,
  status: publicState(machine, row.state)!,
  state: row.state,
  ownership: row.ownership,
  custody: row.custody,
  vasp: row.vasp,
  travel_address: row.travel_address,
  beneficiary: row.beneficiary,
  travelrule: { status: row.travel_rule_status },
  usable_from: row.usable_from,
  suspended_by: row.suspended_by,
  proof: row.proof_text === null ? null : { text: row.proof_text, method: row.proof?.method ?? null },
  created_at: row.created_at,
  updated_at: row.updated_at,
})
