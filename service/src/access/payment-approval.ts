import type { AssetCode } from '@specie/protocol/assets.ts'
import type { SignedEndpoint } from '@specie/protocol/endpoints/endpoint.ts'
import { amountText, formatAmount, parseAmount } from '@specie/protocol/money.ts'
import {
  paymentPayload,
  type PaymentPayload,
  type PaymentRequestKind,
} from '@specie/protocol/people/approvals/second-person.ts'
import type { Sql, Tx } from '../base/database/db.ts'
import type { Env } from '../base/env.ts'
import { ApiError } from '../base/http/errors.ts'
import { concludeApprovalHold, endApprovalHold, placeHold } from '../compliance/holds.ts'
import { requestApproval, requestByKey, withdrawByKey, withdrawByPerson } from '../people/approval/request.ts'
import type { Approvable, ApprovalActor } from '../base/approvable.ts'
import { standingIn } from './api-key/keyring.ts'
import type { CallerIdentity, Caller } from './caller.ts'
import { gate, gateInstitution } from './gate.ts'
import { paymentFacts } from './payment-facts.ts'
import { assertOwn } from '../people/approval/second-person.ts'
import { standingOfInstitution } from '../onboarding/standing.ts'

// Payments above an amount that the institution has chosen wait for its second person. The database decides which ones
// (destinations.set_needs_second_person), and refuses one without an approval request. A hold keeps them waiting: the
// approval alone releases it, and a refusal or expiry rejects it.

/** Who requests a payment. Only a key or a person can request an approval. */
export type PaymentRequester = Pick<Caller, 'institutionId' | 'actor'> & Partial<Pick<Caller, 'identity'>>

export type Payment = {
  readonly id: string
  readonly asset: AssetCode
  readonly quantity: bigint
  readonly blockchain: string | null
  /** The label of the wallet or bank account, and the address or number itself. */
  readonly destination: string
  readonly paidTo: string
}

/**
 * Requests an approval from people of the institution for this payment, which is already stored, and holds it until
 * they decide.
 */
export async function requestSecondPerson(
  env: Env,
  tx: Tx,
  kind: PaymentRequestKind,
  by: PaymentRequester,
  { id, asset, quantity, blockchain, destination, paidTo }: Payment,
): Promise<void> {
  const { institutionId } = by
  const payload: PaymentPayload = {
    id,
    institutionid: institutionId,
    asset,
    quantity: formatAmount({ asset, minor: quantity }),
    blockchain,
    destination,
    paid_to: paidTo,
  }
  const identity = identityOf(by)
  const request = { kind, subject: id, payload }
  if ('keyId' in identity) {
    await requestByKey(env, tx, { ...identity, institutionId }, { ...request, reason: 'requested by an API call' })
  } else await requestApproval(env, tx, identity.session, { ...request, reason: 'requested in the portal' })
  await placeHold(env, tx, { institutionId, on: id, reason: 'approval_required' }, by.actor)
}

/**
 * The institution cancels the payment, so its approval request ends. Call it before the payment is locked, in the lock
 * order of deciding.
 */
export async function withdrawRequest(
  env: Env,
  tx: Tx,
  kind: PaymentRequestKind,
  by: PaymentRequester,
  id: string,
): Promise<void> {
  if (by.identity === undefined) return
  const asked = { kind, subject: id }
  const isWithdrawn = await ('keyId' in by.identity
    ? withdrawByKey(env, tx, { ...by.identity, institutionId: by.institutionId }, asked)
    : withdrawByPerson(env, tx, by.identity.session, asked))
  if (isWithdrawn) await concludeApprovalHold(env, tx, id)
}

function identityOf({ institutionId, identity, actor }: PaymentRequester): CallerIdentity {
  if (identity === undefined) throw new Error(`${actor} cannot request an approval of ${institutionId}`)
  return identity
}

const kindOf = { Withdraw: 'withdrawal', Redeem: 'redemption', Mint: 'mint' } as const

/** The consequences of a decision on a kind of payment. `needs`: the requirements of the call that requested it. */
export const paymentApproval = (verb: 'Withdraw' | 'Redeem' | 'Mint', needs: SignedEndpoint['needs']): Approvable => ({
  schema: paymentPayload,
  describe: async (_env, _sql, payload: PaymentPayload) => {
    const { institutionid: institutionId, asset, quantity, blockchain, destination } = payload
    const amount = amountText(parseAmount(quantity, asset as AssetCode))
    const chain = blockchain === null ? '' : ` on ${blockchain}`
    return { title: `${verb} ${amount}${chain} to ${destination}`, institutionId }
  },
  facts: (env: Env, sql: Sql, payload: PaymentPayload) => paymentFacts(env, sql, kindOf[verb], payload),
  execute: async (env: Env, tx: Tx, { id, institutionid }: PaymentPayload, by: ApprovalActor) => {
    await assertOwn(tx, institutionid, by)
    await assertStillAllowed(env, tx, needs, institutionid, by)
    await endApprovalHold(env, tx, id, 'release', by)
  },
  // The call that requests the payment has checked it, and holds it afterwards.
  check: async () => {},
  // The payment's job reverses it, as after every rejected hold.
  lapse: (env, tx, id, by) => endApprovalHold(env, tx, id, 'reject', by),
})

/**
 * A payment that could no longer be requested is not paid either. The key was frozen or revoked, or the institution
 * suspended. The database checks the rights of the requesting person (people.decide_approval).
 */
async function assertStillAllowed(
  env: Env,
  tx: Tx,
  needs: SignedEndpoint['needs'],
  institutionId: string,
  { maker }: ApprovalActor,
): Promise<void> {
  const keyId = /^key (.+)$/.exec(maker)?.[1]
  if (keyId === undefined) {
    const standing = await standingOfInstitution(tx, institutionId)
    return explained(() => gateInstitution(standing, needs))
  }
  const standing = await standingIn(env, tx, keyId)
  if ('unusable' in standing) throw refused('key', `The key that requested this is ${standing.unusable}: refuse it.`)
  explained(() => gate(standing, needs, null))
}

/** Turns the gate's refusal of a caller into one for the approver. */
function explained(check: () => void): void {
  try {
    check()
  } catch (error) {
    throw error instanceof ApiError ? refused(error.code, error.message) : error
  }
}

const refused = (reason: string, message: string) => new ApiError('approval_refused', { reason }, message)
