import { z } from 'zod'
import type { ActName } from '../people/acts.ts'
import { approvalKinds, approvalStates, type ApprovalKind } from '../people/approvals/approvals.ts'
import { assertionCredential, reason, signatureOptions } from './fields.ts'
import { isoTime, uuid } from '../fields.ts'
import { fact } from './facts.ts'
import { listOf, paged } from './pages.ts'
import { peopleCall } from './call.ts'

// Requests for a second person: seen and decided in the console by staff, in the portal by people of an institution.

export const kind = z.enum(Object.keys(approvalKinds) as [ApprovalKind, ...ApprovalKind[]])

export const approval = z.object({
  id: uuid,
  kind,
  title: z.string().meta({ description: 'The action and its subject, with current names and amounts.' }),
  institution: z
    .object({ id: uuid, name: z.string() })
    .nullable()
    .meta({ description: 'The institution concerned; null if it concerns none.' }),
  does: z.string().meta({ description: 'The effect of this kind of request, in words.' }),
  subject: z.string(),
  payload: z.string().meta({ description: 'The exact action to approve, as canonical JSON.' }),
  payload_hash: z.string().meta({ description: 'SHA-256 of the payload, in hex.' }),
  state: z.enum(approvalStates),
  reason: z.string(),
  maker: z.object({ id: uuid, name: z.string() }).meta({ description: 'The requesting person or API key.' }),
  checker: z.object({ id: uuid, name: z.string() }).nullable(),
  decision_reason: z.string().nullable(),
  created_at: isoTime,
  expires_at: isoTime,
  decided_at: isoTime.nullable(),
})

/** The same for the person who decides: the subject itself. */
const shownApproval = approval.extend({
  facts: z.array(fact).meta({
    description:
      'The subject in people’s terms. While the request waits, it is shown in its present state; afterwards, in its state at the time of the request.',
  }),
  changed: z.array(fact).meta({ description: 'What has changed since the request.' }),
  deciders: z.array(z.object({ id: uuid, name: z.string() })).meta({
    description: 'The people who can decide now. Empty for a decided request, or if no person can decide.',
  }),
})

const decision = z.enum(['approve', 'refuse'])

/** The same calls on both sides, with the act of each. */
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
      summary: 'Requests for a second approver',
      description: 'Requests with their requesters and approvers, newest first.',
      request: z.strictObject({
        state: z.enum(approvalStates).optional(),
        kind: kind.optional(),
        subject: z
          .string()
          .max(200)
          .optional()
          .meta({ description: 'The subject of the request, such as the id of a payment.' }),
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
      description: 'The request as its requester wrote it, and its subject for the person who decides.',
      request: z.strictObject({ id: uuid }),
      response: shownApproval,
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
        'The complete data to verify a decision without this service, which is the payload and the evidence in hashed form. With a passkey, the evidence holds the signed data, the signature and the public key.',
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
      summary: 'The challenge for a decision',
      description:
        'The challenge is the SHA-256 of a canonical object of this request, its payload hash, the decision, the deciding person, the environment, a nonce and an expiry. It can be used once, within five minutes.',
      request: z.strictObject({ id: uuid, decision }),
      response: signatureOptions,
      signed: 'challenge',
      errors: ['not_found'],
    }),
    decide: peopleCall({
      ...common,
      name: `${where}DecideApproval`,
      method: 'POST',
      path: '/approvals/{id}/decide',
      act: decide,
      summary: 'Approve or reject',
      description:
        'An approved request is carried out at once, in the same transaction. If that fails, the request is not decided. A rejection needs a reason. A person cannot decide on their own request. A signature with a passkey is the fresh factor of the decision.',
      request: z.strictObject({
        id: uuid,
        decision,
        payload_hash: z.string().regex(/^[0-9a-f]{64}$/, 'must be a SHA-256 in hex'),
        reason: reason.optional(),
        credential: assertionCredential.optional().meta({ description: 'The assertion of a passkey; see challenge.' }),
      }),
      response: approval.extend({
        half: z.string().nullable().meta({
          description: 'The second half of an approved link, shown only now, or null. Hand it to the person.',
        }),
      }),
      signed: 'act',
      errors: ['not_found', 'approval_refused'],
    }),
    withdraw: peopleCall({
      ...common,
      name: `${where}WithdrawApproval`,
      method: 'POST',
      path: '/approvals/{id}/withdraw',
      act: read,
      summary: 'Cancel your own request',
      description: 'Only for its requester, while it is open.',
      request: z.strictObject({ id: uuid }),
      response: approval,
      errors: ['not_found', 'approval_refused'],
    }),
  }
}
