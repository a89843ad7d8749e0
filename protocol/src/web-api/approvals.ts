import { z } from 'zod'
import type { ActName } from '../people/acts.ts'
import { approvalKinds, approvalStates, type ApprovalKind } from '../people/approvals/approvals.ts'
import { assertionCredential, reason, signatureOptions } from './fields.ts'
import { isoTime, uuid } from '../fields.ts'
import { listOf, paged } from './pages.ts'
import { peopleCall } from './call.ts'

// What waits for a second person: seen and decided on in the console by staff, in the portal by people of an institution.

export const kind = z.enum(Object.keys(approvalKinds) as [ApprovalKind, ...ApprovalKind[]])

export const approval = z.object({
  id: uuid,
  kind,
  title: z.string().meta({ description: 'What is done and to whom, with names and amounts as they are now.' }),
  institution: z
    .object({ id: uuid, name: z.string() })
    .nullable()
    .meta({ description: 'The institution that it concerns; null: it concerns none.' }),
  does: z.string().meta({ description: 'What this kind of request does, in words.' }),
  subject: z.string(),
  payload: z.string().meta({ description: 'Exactly what is done once it is approved, as canonical JSON.' }),
  payload_hash: z.string().meta({ description: 'SHA-256 of the payload, in hex.' }),
  state: z.enum(approvalStates),
  reason: z.string(),
  maker: z.object({ id: uuid, name: z.string() }).meta({ description: 'The person, or the API key, that asks.' }),
  checker: z.object({ id: uuid, name: z.string() }).nullable(),
  decision_reason: z.string().nullable(),
  created_at: isoTime,
  expires_at: isoTime,
  decided_at: isoTime.nullable(),
})

const decision = z.enum(['approve', 'refuse'])

/** The same calls on either side, with the act that it needs there. */
export const callsOf = <const W extends 'portal' | 'console', R extends ActName, D extends ActName>(
  where: W,
  read: R,
  decide: D,
) => {
  const common = { where, tag: 'Approvals' } as const
  return {
    list: peopleCall({
      ...common,
      name: `${where}Approvals`,
      method: 'GET',
      path: '/approvals',
      act: read,
      summary: 'What waits for a second person',
      description: 'Requests with their makers and checkers, the newest first.',
      request: z.strictObject({
        state: z.enum(approvalStates).optional(),
        kind: kind.optional(),
        ...paged,
      }),
      response: listOf(approval),
      errors: ['invalid_cursor'],
    }),
    show: peopleCall({
      ...common,
      name: `${where}Approval`,
      method: 'GET',
      path: '/approvals/{id}',
      act: read,
      summary: 'One request',
      description: 'The request as its maker wrote it.',
      request: z.strictObject({ id: uuid }),
      response: approval,
      errors: ['not_found'],
    }),
    evidence: peopleCall({
      ...common,
      name: `${where}ApprovalEvidence`,
      method: 'GET',
      path: '/approvals/{id}/evidence',
      act: read,
      summary: 'The evidence of a decision',
      description:
        'Everything that a decision can be verified with, without this service: the payload and the evidence as they were hashed. With a passkey, the evidence holds what was signed, the signature and the public key.',
      request: z.strictObject({ id: uuid }),
      response: z.object({
        id: uuid,
        payload: z.string(),
        payload_hash: z.string(),
        maker: uuid,
        checker: uuid,
        decision,
        evidence: z.string(),
      }),
      errors: ['not_found'],
    }),
    challenge: peopleCall({
      ...common,
      name: `${where}ApprovalChallenge`,
      method: 'POST',
      path: '/approvals/{id}/challenge',
      act: decide,
      summary: 'What a passkey signs for a decision',
      description:
        'The challenge is the SHA-256 of a canonical object of this request, its payload hash, the decision, the checker, the environment, a nonce and an expiry. It can be used once, within five minutes.',
      request: z.strictObject({ id: uuid, decision }),
      response: signatureOptions,
      errors: ['not_found', 'fresh_factor_required'],
    }),
    decide: peopleCall({
      ...common,
      name: `${where}DecideApproval`,
      method: 'POST',
      path: '/approvals/{id}/decide',
      act: decide,
      summary: 'Approve or refuse',
      description:
        'What is approved is done at once, in the same transaction: when it cannot be done, nothing was decided. A refusal needs a reason. Nobody decides on their own request.',
      request: z.strictObject({
        id: uuid,
        decision,
        payload_hash: z.string().regex(/^[0-9a-f]{64}$/, 'must be a SHA-256 in hex'),
        reason: reason.optional(),
        credential: assertionCredential.optional().meta({ description: 'What a passkey has signed; see challenge.' }),
      }),
      response: approval.extend({
        half: z.string().nullable().meta({
          description:
            'The second half of a link that was approved, shown only now: hand it to the person. Otherwise null.',
        }),
      }),
      errors: ['not_found', 'approval_refused', 'fresh_factor_required'],
    }),
    withdraw: peopleCall({
      ...common,
      name: `${where}WithdrawApproval`,
      method: 'POST',
      path: '/approvals/{id}/withdraw',
      act: read,
      summary: 'Take your own request back',
      description: 'Only its maker can, while it waits.',
      request: z.strictObject({ id: uuid }),
      response: approval,
      errors: ['not_found', 'approval_refused'],
    }),
  }
}
