import type { PayloadOf } from '@specie/protocol/people/approvals/payloads.ts'
import { audit } from '../../base/audit/audit.ts'
import type { Sql, Tx } from '../../base/database/db.ts'
import type { Env } from '../../base/env.ts'
import { type By, move } from '../../base/state-machine/move.ts'
import { listsAreFresh } from '../../compliance/list/age.ts'
import { decideHits } from '../../compliance/screening/decide.ts'
import { signedHits, withHits } from '../../compliance/screening/decided-hits.ts'
import { screenInstitutions, worstListing } from '../../compliance/screening/own.ts'
import { registerParty } from '../../compliance/screening/register.ts'
import type { ApprovalActor, Description } from '../../base/approvable.ts'
import { institutionName } from '../../directory/institutions.ts'
import { partiesOfWallet } from './parties.ts'
import { proofText } from './proof/proof-text.ts'
import { type Address, addressMachine, addressOf, assertCan, lockAddress } from './row.ts'
import { agreeIfComplete } from './travel-rule.ts'

/**
 * Compares the institution, the provider and the address itself with the lists. A hit ends it, or leaves it to people. So
 * does a provider, because a name alone does not prove that it hosts the wallet, and so do lists that are too old.
 */
export async function screenAddress(env: Env, tx: Tx, id: string, by: By): Promise<void> {
  await move(tx, addressMachine, id, 'screen', by)
  const address = await addressOf(tx, anyOwner, id)
  await registerWallet(env, tx, address)
  const worst = await worstListing(tx, address.institution_id, id)
  if (worst === undefined && address.vasp === null && (await listsAreFresh(env, tx)))
    return proceed(env, tx, address, by)
  if (worst?.effect !== 'refuse') await move(tx, addressMachine, id, 'review', { ...by, why: 'people decide' })
  if (worst === undefined) return
  audit(tx, {
    actor: 'service',
    action: 'address.listed',
    subject: id,
    detail: { institutionid: address.institution_id, list: worst.list },
  })
  if (worst.effect === 'refuse') await move(tx, addressMachine, id, 'reject', { ...by, why: `on ${worst.list}` })
}

const anyOwner = { institutionId: null }

async function registerWallet(env: Env, tx: Tx, address: Address): Promise<void> {
  const { id, institution_id } = address
  await screenInstitutions(env, tx, [institution_id])
  for (const one of partiesOfWallet(address))
    await registerParty(env, tx, institution_id, { kind: 'wallet', id, ...one })
}

/**
 * The staff confirm that the provider hosts it and that a hit is another party, or refuse. They may also reject an
 * address that has proceeded since, until it is usable.
 */
export async function decideScreening(
  env: Env,
  tx: Tx,
  id: string,
  decision: 'clear' | 'reject',
  by: By,
): Promise<Address['state']> {
  const address = await lockAddress(tx, anyOwner, id)
  assertCan(address, decision)
  const action = decision === 'clear' ? 'address.cleared' : 'address.rejected'
  audit(tx, {
    actor: by.actor,
    action,
    subject: id,
    detail: { institutionid: address.institution_id, why: by.why, ...by.from },
  })
  if (decision === 'clear') await proceed(env, tx, address, by)
  else await move(tx, addressMachine, id, 'reject', by)
  return (await addressOf(tx, anyOwner, id)).state
}

type Clear = PayloadOf<'address.clear'>

/** Names the matches that the clearing decides: a later one needs a request of its own. */
export const completeClearing = (_env: Env, tx: Tx, payload: Clear): Promise<Clear> =>
  withHits(tx, 'wallet', payload.addressid, payload)

/** Two of the staff clear it, and the matches of the wallet, its provider and its owner that they have signed. */
export async function clearAddress(env: Env, tx: Tx, { addressid, hits }: Clear, by: ApprovalActor): Promise<void> {
  await decideScreening(env, tx, addressid, 'clear', by)
  await decideHits(env, tx, await signedHits(tx, 'wallet', addressid, hits), 'cleared', by)
}

export async function describeClearing(_env: Env, sql: Sql, { addressid: id }: Clear): Promise<Description> {
  const [address] = await sql.query<{
    blockchain: string
    address: string
    vasp: string | null
    institutionId: string
  }>('select blockchain, address, vasp, institution_id as "institutionId" from destinations.address where id = $1', [
    id,
  ])
  if (!address) return { title: `Clear the address ${id}`, institutionId: null }
  const host = address.vasp === null ? '' : `, hosted by ${address.vasp}`
  return {
    title: `Clear the ${address.blockchain} address ${address.address}${host}`,
    institutionId: address.institutionId,
  }
}

/** A hosted wallet has its provider; the institution's own wallet must be proved. */
async function proceed(env: Env, tx: Tx, { id, ...address }: Address, by: By): Promise<void> {
  await move(tx, addressMachine, id, 'clear', by)
  if (address.vasp !== null) {
    await move(tx, addressMachine, id, 'prove', { ...by, why: `hosted by ${address.vasp}` })
    return agreeIfComplete(env, tx, id, by)
  }
  const { institution_id, blockchain } = address
  const text = proofText({
    environment: env.config.environment,
    institution: { id: institution_id, name: await institutionName(tx, institution_id) },
    blockchain,
    address: address.address,
    at: by.at,
    nonce: env.ids.trace(),
  })
  await tx.query('update destinations.address set proof_text = $2 where id = $1', [id, text])
}
