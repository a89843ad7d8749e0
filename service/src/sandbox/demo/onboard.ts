import type { Env } from '../../base/env.ts'
import type { By } from '../../base/state-machine/move.ts'
import { holderOf, taken } from '../../access/api-key/register.ts'
import { createInstitution, type KybState } from '../../onboarding/kyb/row.ts'
import { finishCase, prepareCase } from './kyb-case.ts'
import { equip, type Equipment } from './equip.ts'

export type Onboarding = Equipment & {
  name: string
  /** The requested state of its KYB case. */
  kyb: KybState
}

/**
 * Creates an institution with a KYB case of invented data, which the officers of UAT decide; then its agreements and
 * one key. Returns its id.
 */
export async function onboard(env: Env, request: Onboarding, who: Omit<By, 'at'>): Promise<string> {
  const { name, kyb } = request
  const holder = await holderOf(env.db, request.spki)
  if (holder !== null) throw taken(holder)
  const by = { ...who, at: env.clock.now() }
  const id = await env.db.tx(async (tx) => {
    const institutionId = await createInstitution(env, tx, { name, channel: 'remote' }, by)
    await prepareCase(env, tx, institutionId, { name, state: kyb, products: request.agreements }, by)
    return institutionId
  })
  await finishCase(env, id, kyb, by)
  await env.db.tx((tx) => equip(env, tx, id, request, by))
  return id
}
