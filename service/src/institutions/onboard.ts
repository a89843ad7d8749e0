import { scopes, type Product } from '@specie/protocol/endpoint.ts'
import { machines, pathTo } from '@specie/protocol/machines.ts'
import { audit } from '../base/audit/audit.ts'
import type { Tx } from '../base/database/db.ts'
import type { Env } from '../base/env.ts'
import { setActor, move, type By, type Stateful } from '../base/state-machine/move.ts'
import { registerKey } from './api-key.ts'

const agreement: Stateful = { machine: machines.agreement, table: 'institutions.agreement' }

/** The current version of the services agreements. */
const agreementVersion = '2026-11'

export type Equipment = {
  spki: Buffer
  agreements: readonly Product[]
  /** Maximum distance of the key's nonces from our time; null: no limit. */
  nonceWindowMs?: number | null | undefined
}

/** UAT: gives an institution its agreements and one key. */
export async function equip(env: Env, tx: Tx, institutionId: string, given: Equipment, by: By): Promise<void> {
  const { spki, agreements, nonceWindowMs = null } = given
  for (const product of agreements) await signAgreement(env, tx, institutionId, product, by)
  const detail = { agreements: [...agreements] }
  await audit(tx, { actor: by.actor, action: 'institution.onboarded', subject: institutionId, detail })
  await registerKey(env, tx, { institutionId, spki, label: 'first key', scopes, nonceWindowMs }, by)
}

async function signAgreement(env: Env, tx: Tx, institutionId: string, product: Product, by: By): Promise<void> {
  const id = env.ids.uuid(by.at)
  await setActor(tx, by)
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
