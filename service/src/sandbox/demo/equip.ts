import { createPrivateKey, sign } from 'node:crypto'
import { scopes, type Product } from '@specie/protocol/endpoints/endpoint.ts'
import { audit } from '../../base/audit/audit.ts'
import type { Tx } from '../../base/database/db.ts'
import type { Env } from '../../base/env.ts'
import type { By } from '../../base/state-machine/move.ts'
import { terminateAgreement } from '../../onboarding/agreement/end.ts'
import { listAgreements } from '../../onboarding/agreement/list.ts'
import { sendAgreement } from '../../onboarding/agreement/send.ts'
import { countersignAgreement, signAgreement } from '../../onboarding/agreement/sign.ts'
import { currentText } from '../../onboarding/agreement/texts.ts'
import { activateKey, checkProof, newChallenge, proofText } from '../../access/api-key/prove.ts'
import { registerKey } from '../../access/api-key/register.ts'
import { keyOf } from '../../access/api-key/row.ts'

export type Equipment = {
  spki: Buffer
  /** PEM, if the caller has it: the key then proves itself. */
  privatekey?: string | undefined
  agreements: readonly Product[]
  /** Maximum distance of the key's nonces from our time; null if there is no limit. */
  nonceWindowMs?: number | null | undefined
}

/** Gives an institution its agreements and one key. */
export async function equip(env: Env, tx: Tx, institutionId: string, given: Equipment, by: By): Promise<void> {
  const sent = await takeBack(tx, institutionId, given.agreements, by)
  for (const product of given.agreements) await agreeTo(env, tx, institutionId, product, sent.get(product), by)
  const detail = { agreements: [...given.agreements] }
  audit(tx, { actor: by.actor, action: 'institution.onboarded', subject: institutionId, detail })
  await giveKey(env, tx, institutionId, given, by)
}

/** In UAT a public key alone is enough. Its proof names the sandbox. */
async function giveKey(env: Env, tx: Tx, institutionId: string, given: Equipment, by: By): Promise<void> {
  const { spki, privatekey, nonceWindowMs = null } = given
  const id = await registerKey(env, tx, { institutionId, spki, label: 'first key', scopes, nonceWindowMs }, by)
  if (privatekey === undefined) return activateKey(tx, { institutionId }, id, { method: 'sandbox' }, by)
  const { challenge } = await newChallenge(env, tx, { institutionId }, id)
  const nonce = String(env.clock.wall())
  const text = Buffer.from(proofText(id, { challenge, nonce }), 'utf8')
  const signature = sign('sha256', text, createPrivateKey(privatekey)).toString('base64url')
  const proof = await checkProof(env, tx, await keyOf(tx, { institutionId }, id), { challenge, nonce, signature })
  await activateKey(tx, { institutionId }, id, proof, by)
}

/** The approval of the case has sent an agreement for each product of the application: ends those without a request. */
async function takeBack(
  tx: Tx,
  institutionId: string,
  wanted: readonly Product[],
  by: By,
): Promise<Map<Product, string>> {
  const { items } = await listAgreements(tx, institutionId, {})
  const sent = items.filter(({ status }) => status === 'sent')
  for (const { agreementid, product } of sent)
    if (!wanted.includes(product)) await terminateAgreement(tx, agreementid, by)
  return new Map(sent.map(({ product, agreementid }) => [product, agreementid]))
}

/** No person signs here: the same steps, with a signature that says so. */
async function agreeTo(
  env: Env,
  tx: Tx,
  institutionId: string,
  product: Product,
  sent: string | undefined,
  by: By,
): Promise<void> {
  const text = currentText(product)
  const signer = { method: 'sandbox', name: 'Sandbox' } as const
  const id = sent ?? (await sendAgreement(env, tx, { institutionId, text, noticeDays: 30 }, by))
  await signAgreement(env, tx, { institutionId }, { id, text_sha256: text.sha256 }, signer, by)
  await countersignAgreement(tx, id, signer, by)
}
