import { approvalDays } from '@specie/protocol/people/approvals/approvals.ts'
import { ApiError, badRequest } from '../../base/http/errors.ts'

/** Calls a database function in which people decide. Its refusal becomes an error with the reason. */
export async function withRefusal<T>(call: Promise<T>): Promise<T> {
  return call.catch((error: unknown) => {
    throw refusalOf(error) ?? error
  })
}

/** The subject of an approved resumption has been halted again since. That halt needs a request of its own. */
export const haltedAgain = (what: string, field: string): ApiError =>
  badRequest('halted_again', `${what} has been halted again since this request. Make a new request.`, field)

/** The data of a refusal: people.refuse_approval, and triggers that miss an approval. */
type Data = {
  readonly act?: 'ask' | 'decide' | 'use' | 'withdraw'
  readonly by?: 'key'
  readonly what?: 'key'
  readonly roles?: readonly string[]
  readonly needed?: readonly string[] | null
  readonly state?: string
  readonly approvalid?: string | null
  readonly kind?: string
  readonly is_older?: boolean
}

/** Sentences for the reasons that the database names. */
const sentences: { readonly [reason: string]: (data: Data) => string } = {
  account_suspended: () => 'The institution is suspended, so this request can only be rejected.',
  administrator: () =>
    'An administrator cannot decide, because you could have invited the requester. Ask an approver who is not an administrator.',
  decided: ({ state }) => `The request is already ${state}.`,
  expired: () => 'The request has expired. The requester can make it again.',
  expiry: () => `A request waits for at most ${approvalDays} days.`,
  maker: () => 'The requester no longer has the right to request this. Reject it, and let another person request it.',
  missing: missingSentence,
  not_approved: ({ state }) => `The request is ${state}, not approved.`,
  not_yours: () => 'Only the requester can cancel a request. Reject it instead.',
  open: ({ approvalid }) =>
    approvalid === null
      ? 'This was already requested and decided.'
      : `An identical request (${approvalid}) is still open. Request this again when that one has been decided or canceled.`,
  other_payload: ({ act }) =>
    act === 'use' ? 'The approval is for another action.' : 'This differs from the request. Read the request again.',
  own_request: () => 'This is your own request. A second approver must decide on it.',
  passkey_required: () => 'You have a passkey, so sign the decision with it in a browser.',
  rehearsed: () => 'This was a rehearsal of the request, which cannot be committed.',
  role: roleSentence,
  subject: () => 'The payload does not name its subject.',
  unknown: ({ what = 'request' }) => `There is no such ${what}.`,
  used: () => 'This approval was already used.',
}

function roleSentence({ act = 'ask', by, roles = [], needed }: Data): string {
  const does = { ask: 'ask for', decide: 'decide on', use: 'use', withdraw: 'cancel' }[act]
  if (by === 'key') return `An API key cannot ${does} this.`
  if (act === 'withdraw') return 'None of your roles can cancel this.'
  return `Your roles (${roles.join(', ')}) cannot ${does} this. One of these roles can: ${(needed ?? []).join(', ')}.`
}

function missingSentence({ kind, is_older }: Data): string {
  if (kind === undefined) return 'This needs a second approver.'
  if (is_older)
    return `This was added before the institution required a second approver (${kind}). Remove it and request it again.`
  return `This needs a second approver of the institution (${kind}).`
}

function refusalOf(error: unknown): ApiError | null {
  if (!(error instanceof Error && 'constraint' in error)) return null
  const reason = /^approval_(.+)$/.exec(String(error.constraint))?.[1]
  if (reason === 'not_signed_in') return new ApiError('not_signed_in')
  if (reason === 'not_fresh') return new ApiError('fresh_factor_required')
  // The check constraints of people.approval share the prefix, but are not reasons of a refusal.
  const sentence = reason === undefined ? undefined : sentences[reason]
  if (reason === undefined || sentence === undefined) return null
  const data = JSON.parse((error as { detail?: string }).detail ?? '{}') as Data
  if (reason === 'unknown') return new ApiError('not_found', {}, sentence(data))
  const open = reason === 'open' ? { approvalid: data.approvalid ?? '' } : {}
  return new ApiError('approval_refused', { reason, ...open }, sentence(data))
}
