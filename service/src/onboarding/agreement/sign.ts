import { createHash } from 'node:crypto'
import { canonical } from '@specie/protocol/encoding/json.ts'
import { audit } from '../../base/audit/audit.ts'
import type { Tx } from '../../base/database/db.ts'
import type { Env } from '../../base/env.ts'
import { badRequest } from '../../base/http/errors.ts'
import { type By, move } from '../../base/state-machine/move.ts'
import type { SignedFacts, PasskeyEvidence } from '../../people/factor/signature.ts'
import {
  agreementMachine,
  agreementOf,
  type AgreementRow,
  assertCan,
  facts,
  type Signature,
  type Signer,
} from './row.ts'
import type { OwnerFilter } from '../../directory/institutions.ts'

/** Signed by a person of the institution, who names the hash of the text that they have read. */
export async function signAgreement(
  env: Env,
  tx: Tx,
  whose: OwnerFilter,
  { id, text_sha256 }: { id: string; text_sha256: string },
  signer: Signer,
  by: By,
): Promise<void> {
  const agreement = await agreementOf(tx, whose, id, 'for update')
  assertCan(agreement, 'sign')
  // The job that ends it may be late.
  if (agreement.expires_at !== null && agreement.expires_at <= env.clock.settlement())
    throw badRequest('expired', 'The time to sign has passed. Request the agreement again.', 'id')
  if (agreement.text_sha256?.toString('hex') !== text_sha256)
    throw badRequest('other_text', 'This is not the hash of the sent text. Read the text again.', 'text_sha256')
  await put(tx, agreement, 'signature', signer, by)
  await move(tx, agreementMachine, agreement.id, 'sign', by)
  const { method, evidence } = signer
  const detail = {
    ...facts(agreement, by),
    method,
    text_sha256,
    ...(evidence && { evidence_hash: hashOfEvidence(evidence) }),
  }
  audit(tx, { actor: by.actor, action: 'agreement.signed', subject: agreement.id, detail })
}

/** The facts that a passkey signs under an agreement. */
export const signerFacts = (
  personId: string,
  { id, text_sha256 }: { id: string; text_sha256: string },
): SignedFacts => ({
  agreement: id,
  signer: personId,
  text_sha256,
})

/** Links the evidence to the audit chain. */
export const hashOfEvidence = (evidence: PasskeyEvidence): string =>
  createHash('sha256').update(canonical(evidence)).digest('hex')

/** The staff countersign. The agreement is active from then on, and replaces the previous version. */
export async function countersignAgreement(tx: Tx, id: string, signer: Signer, by: By): Promise<void> {
  const agreement = await agreementOf(tx, { institutionId: null }, id, 'for update')
  assertCan(agreement, 'activate')
  await put(tx, agreement, 'countersignature', signer, by)
  await supersede(tx, agreement, by)
  await move(tx, agreementMachine, agreement.id, 'activate', by)
  audit(tx, {
    actor: by.actor,
    action: 'agreement.activated',
    subject: agreement.id,
    detail: facts(agreement, by),
  })
}

/** Runs before the new one is active, because each product has at most one. */
async function supersede(tx: Tx, { institution_id, product }: AgreementRow, by: By): Promise<void> {
  const [before] = await tx.query<{ id: string }>(
    `select id from onboarding.agreement where institution_id = $1 and product = $2 and state = 'active'`,
    [institution_id, product],
  )
  if (before) await move(tx, agreementMachine, before.id, 'supersede', by)
}

async function put(
  tx: Tx,
  { id, text_sha256 }: AgreementRow,
  column: 'signature' | 'countersignature',
  signer: Signer,
  by: By,
): Promise<void> {
  const signature: Signature = { ...signer, at: by.at.toISOString(), text_sha256: text_sha256!.toString('hex') }
  await tx.query(`update onboarding.agreement set ${column} = $2 where id = $1`, [id, signature])
}
