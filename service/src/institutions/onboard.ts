import { scopes, type Product } from '@specie/protocol/endpoint.ts'
import { machines, pathTo } from '@specie/protocol/machines.ts'
import { audit } from '../base/audit/audit.ts'
import type { Tx } from '../base/database/db.ts'
import type { Env } from '../base/env.ts'
import { move, type By, type Stateful } from '../base/state-machine/move.ts'
import { registerKey } from './api-key.ts'
import { demoCase } from './kyb/demo-case.ts'
import { createInstitution, type KybState } from './kyb/row.ts'

const agreement: Stateful = { machine: machines.agreement, table: 'institutions.agreement' }

/** The current version of the services agreements. */
const agreementVersion = '2026-11'

export type Onboarding = {
  name: string
  spki: Buffer
  /** The target state of the KYB case, reached by the functions that people use. */
  kyb: KybState
  agreements: readonly Product[]
  /** Maximum distance of the key's nonces from our time; null: no limit. */
  nonceWindowMs?: number | null | undefined
}

/** UAT: creates an institution with its KYB case, filled in with invented data, its agreements and one key, in one transaction. Returns its id. */
export const onboard = (env: Env, request: Onboarding, who: Omit<By, 'at'>): Promise<string> =>
  env.db.tx((tx) => onboardIn(env, tx, request, who))

/** The same inside the caller's transaction. */
export async function onboardIn(env: Env, tx: Tx, request: Onboarding, who: Omit<By, 'at'>): Promise<string> {
  const by = { ...who, at: env.clock.now() }
  const id = await createInstitution(env, tx, { name: request.name, channel: 'remote' }, by)
  await demoCase(env, tx, id, { name: request.name, state: request.kyb }, by)
  for (const product of request.agreements) await signAgreement(env, tx, id, product, by)
  await audit(tx, {
    actor: by.actor,
    action: 'institution.onboarded',
    subject: id,
    detail: { kyb: request.kyb, agreements: [...request.agreements] },
  })
  const { spki, nonceWindowMs = null } = request
  await registerKey(env, tx, { institutionId: id, spki, label: 'first key', scopes, nonceWindowMs }, by)
  return id
}

async function signAgreement(env: Env, tx: Tx, institutionId: string, product: Product, by: By): Promise<void> {
  const id = env.ids.uuid(by.at)
  await tx.query(
    `insert into institutions.agreement (id, institution_id, product, version, state, created_at, updated_at)
     values ($1, $2, $3, $4, $5, $6, $6)`,
    [id, institutionId, product, agreementVersion, agreement.machine.initial, by.at],
  )
  await moveTo(tx, agreement, id, 'active', by)
}

async function moveTo(tx: Tx, stateful: Stateful, id: string, state: string, by: By): Promise<void> {
  for (const { event } of pathTo(stateful.machine, state)) await move(tx, stateful, id, event, by)
}
