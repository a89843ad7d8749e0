import { createPrivateKey, sign } from 'node:crypto'
import { scopes, type Product } from '@specie/protocol/endpoint.ts'
import { machines, pathTo } from '@specie/protocol/machines.ts'
import { audit } from '../base/audit/audit.ts'
import type { Tx } from '../base/database/db.ts'
import type { Env } from '../base/env.ts'
import { setActor, move, type By, type Stateful } from '../base/state-machine/move.ts'
import { sendAgreement } from './agreement/send.ts'
import { countersignAgreement, signAgreement } from './agreement/sign.ts'
import { currentText } from './agreement/texts.ts'
import { activateKey, checkProof, newChallenge, proofText } from './api-key/prove.ts'
import { registerKey } from './api-key/register.ts'
import { keyOf } from './api-key/row.ts'

const kybCase: Stateful = { machine: machines.kyb_case, table: 'institutions.kyb_case' }

export type Onboarding = {
  name: string
  spki: Buffer
  /** PEM, where whoever onboards has it: the key then proves itself. */
  privatekey?: string | undefined
  /** The target state of the KYB case, reached one transition after the other. */
  kyb: string
  agreements: readonly Product[]
  /** Maximum distance of the key's nonces from our time; null: no limit. */
  nonceWindowMs?: number | null | undefined
}

/** Creates an institution with its KYB case, its agreements and one key, in one transaction. Returns its id. */
export const onboard = (env: Env, request: Onboarding, who: Omit<By, 'at'>): Promise<string> =>
  env.db.tx((tx) => onboardIn(env, tx, request, who))

/** The same inside the caller's transaction. */
export async function onboardIn(env: Env, tx: Tx, request: Onboarding, who: Omit<By, 'at'>): Promise<string> {
  const by = { ...who, at: env.clock.now() }
  const id = env.ids.uuid(by.at)
  await tx.query('insert into institutions.institution (id, name, created_at) values ($1, $2, $3)', [
    id,
    request.name,
    by.at,
  ])
  await openKybCase(env, tx, id, request.kyb, by)
  for (const product of request.agreements) await agreeTo(env, tx, id, product, by)
  await audit(tx, {
    actor: by.actor,
    action: 'institution.onboarded',
    subject: id,
    detail: { kyb: request.kyb, agreements: [...request.agreements] },
  })
  await giveKey(env, tx, id, request, by)
  return id
}

/** In UAT a public key alone is enough: its proof says that the sandbox was asked. */
async function giveKey(env: Env, tx: Tx, institutionId: string, request: Onboarding, by: By): Promise<void> {
  const { spki, privatekey, nonceWindowMs = null } = request
  const id = await registerKey(env, tx, { institutionId, spki, label: 'first key', scopes, nonceWindowMs }, by)
  if (privatekey === undefined) return activateKey(tx, { institutionId }, id, { method: 'sandbox' }, by)
  const { challenge } = await newChallenge(env, tx, { institutionId }, id)
  const nonce = String(env.clock.wall())
  const text = Buffer.from(proofText(id, { challenge, nonce }), 'utf8')
  const signature = sign('sha256', text, createPrivateKey(privatekey)).toString('base64url')
  const proof = await checkProof(env, tx, await keyOf(tx, { institutionId }, id), { challenge, nonce, signature })
  await activateKey(tx, { institutionId }, id, proof, by)
}

async function openKybCase(env: Env, tx: Tx, institutionId: string, state: string, by: By): Promise<void> {
  const id = env.ids.uuid(by.at)
  await setActor(tx, by)
  await tx.query(
    `insert into institutions.kyb_case (id, institution_id, state, created_at, updated_at) values ($1, $2, $3, $4, $4)`,
    [id, institutionId, kybCase.machine.initial, by.at],
  )
  await moveTo(tx, kybCase, id, state, by)
}

/** In the sandbox nobody signs: the same steps, and a signature that says so. */
async function agreeTo(env: Env, tx: Tx, institutionId: string, product: Product, by: By): Promise<void> {
  const text = currentText(product)
  const signer = { method: 'sandbox', name: 'Sandbox' } as const
  const id = await sendAgreement(env, tx, { institutionId, text, noticeDays: 30 }, by)
  await signAgreement(env, tx, { institutionId }, { id, text_sha256: text.sha256 }, signer, by)
  await countersignAgreement(tx, id, signer, by)
}

async function moveTo(tx: Tx, stateful: Stateful, id: string, state: string, by: By): Promise<void> {
  for (const { event } of pathTo(stateful.machine, state)) await move(tx, stateful, id, event, by)
}
