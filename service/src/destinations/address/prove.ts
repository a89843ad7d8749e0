import { audit } from '../../base/audit/audit.ts'
import type { Tx } from '../../base/database/db.ts'
import type { Env } from '../../base/env.ts'
import { type By, move } from '../../base/state-machine/move.ts'
import { type Evidence, evidenceOf } from './proof/evidence.ts'
import { type AddressState, addressMachine, addressOf, assertCan, lockAddress } from './row.ts'
import { agreeIfComplete } from './travel-rule.ts'
import type { OwnerFilter } from '../../directory/institutions.ts'

/** The owner of a wallet has signed its text. Returns the new state. */
export async function proveAddress(
  env: Env,
  whose: OwnerFilter,
  id: string,
  signature: string,
  by: By,
): Promise<AddressState> {
  const address = await addressOf(env.db, whose, id)
  assertCan(address, 'prove')
  // A smart wallet is asked on its chain: never inside a transaction.
  const evidence = await evidenceOf(env, address, address.proof_text!, signature)
  return env.db.tx((tx) => recordProof(env, tx, whose, id, evidence, by))
}

/** In UAT the sandbox replaces the owner of the wallet. */
export async function proveBySandbox(env: Env, tx: Tx, id: string, by: By): Promise<AddressState> {
  if (env.config.environment !== 'uat') throw new Error('the sandbox proves nothing in production')
  const anyOwner = { institutionId: null }
  const { proof_text } = await addressOf(tx, anyOwner, id)
  return recordProof(env, tx, anyOwner, id, { method: 'sandbox', text: proof_text!, signature: '' }, by)
}

async function recordProof(
  env: Env,
  tx: Tx,
  whose: OwnerFilter,
  id: string,
  evidence: Evidence,
  by: By,
): Promise<AddressState> {
  const address = await lockAddress(tx, whose, id)
  assertCan(address, 'prove')
  await tx.query('update destinations.address set proof = $2 where id = $1', [id, JSON.stringify(evidence)])
  await move(tx, addressMachine, id, 'prove', by)
  const detail = { institutionid: address.institution_id, method: evidence.method, ...by.from }
  audit(tx, { actor: by.actor, action: 'address.proved', subject: id, detail })
  await agreeIfComplete(env, tx, id, by)
  return (await addressOf(tx, whose, id)).state
}
