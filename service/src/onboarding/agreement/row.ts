import type { Product } from '@specie/protocol/endpoints/endpoint.ts'
import { machines, next } from '@specie/protocol/machines.ts'
import type { Sql } from '../../base/database/db.ts'
import { ApiError } from '../../base/http/errors.ts'
import { isUuid } from '../../base/ids.ts'
import type { PasskeyEvidence } from '../../people/factor/signature.ts'
import { refusedInState } from '../../base/state-machine/refusal.ts'
import type { By, Stateful } from '../../base/state-machine/move.ts'
import type { OwnerFilter } from '../../directory/institutions.ts'

export const agreementMachine: Stateful = { machine: machines.agreement, table: 'onboarding.agreement' }
export type AgreementState = keyof typeof machines.agreement.states

/**
 * A signature under a text: the signer, and how they authenticated. `passkey`: their passkey has signed the hash of the
 * text; `typed_name`: they typed their name after a fresh factor; `session`: a fresh factor alone, of our staff;
 * `sandbox`: no person, in UAT.
 */
export type Signature = {
  readonly method: 'passkey' | 'typed_name' | 'session' | 'sandbox'
  readonly name: string
  readonly at: string
  readonly text_sha256: string
  readonly person?: string
  readonly session?: string
  readonly factor?: string
  readonly factor_at?: string
  readonly ip?: string
  /** Present when a passkey has signed. */
  readonly evidence?: PasskeyEvidence
}

/** A signature before it is added to a text. */
export type Signer = Omit<Signature, 'at' | 'text_sha256'>

export type AgreementRow = {
  id: string
  institution_id: string
  product: Product
  version: string
  state: AgreementState
  text_sha256: Buffer | null
  replaces: string | null
  expires_at: Date | null
  ends_at: Date | null
  signature: Signature | null
  countersignature: Signature | null
}

/** The agreement with this id, or a 404; agreements of other institutions are not found. */
export async function agreementOf(
  sql: Sql,
  { institutionId }: OwnerFilter,
  id: string,
  lock: '' | 'for update' = '',
): Promise<AgreementRow> {
  const [row] = isUuid(id)
    ? await sql.query<AgreementRow>(
        `select * from onboarding.agreement where id = $1 and institution_id = coalesce($2, institution_id) ${lock}`,
        [id, institutionId],
      )
    : []
  if (!row) throw new ApiError('not_found', { agreementid: id }, 'There is no such agreement.')
  return row
}

/** Throws unless the agreement's state has this event. */
export function assertCan({ state }: AgreementRow, event: string): void {
  if (next(machines.agreement, state, event) !== null) return
  throw refusedInState('agreement', machines.agreement, state, event)
}

/** The details of every audit entry of an agreement. */
export const facts = ({ institution_id, product, version }: AgreementRow, by: By) => ({
  institutionid: institution_id,
  product,
  version,
  ...by.from,
})
