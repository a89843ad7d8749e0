import { ApiError, badRequest } from '../../base/http/errors.ts'

/** Calls a database function in which people decide. Its refusal becomes an error with the reason. */
export async function refusable<T>(call: Promise<T>): Promise<T> {
  return call.catch((error: unknown) => {
    throw refusalOf(error) ?? error
  })
}

/** The subject of an approved resumption has been halted again since: that halt needs a request of its own. */
export const haltedAgain = (what: string, field: string): ApiError =>
  badRequest('halted_again', `${what} has been halted again since this was asked for: ask again.`, field)

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
  account_suspended: () => 'The institution is suspended: this can only be refused.',
  administrator: () =>
    'You are an administrator, too, and could have invited whoever asks: an approver who is none decides.',
  decided: ({ state }) => `The request is ${state} already.`,
  expired: () => 'The request has expired: its maker can ask again.',
  expiry: () => 'A request waits for seven days at most.',
  maker: () => 'Its maker may no longer ask for this: refuse it, and let somebody else ask.',
  missing: missingSentence,
  not_approved: ({ state }) => `The request is ${state}, not approved.`,
  not_yours: () => 'Only its maker can withdraw a request: refuse it instead.',
  open: ({ approvalid }) =>
    approvalid === null
      ? 'This was asked for already, and has been decided on.'
      : `This is asked for already: request ${approvalid} waits. Ask again once somebody has decided on it or its maker has withdrawn it.`,
  other_payload: ({ act }) =>
    act === 'use'
      ? 'The approval is for something else.'
      : 'This is not what was asked for: look at the request again.',
  own_request: () => 'This is your own request: a second person decides on it.',
  passkey_required: () => 'You have a passkey: sign the decision with it, in a browser.',
  rehearsed: () => 'This request was only tried, and cannot be committed.',
  role: roleSentence,
  subject: () => 'The payload does not name what it is done to.',
  unknown: ({ what = 'request' }) => `There is no such ${what}.`,
  used: () => 'This approval was used before.',
}

function roleSentence({ act = 'ask', by, roles = [], needed }: Data): string {
  const does = { ask: 'ask for', decide: 'decide on', use: 'use', withdraw: 'take back' }[act]
  if (by === 'key') return act === 'withdraw' ? 'A key may not take this back.' : `A key may not ${does} this.`
  if (act === 'withdraw') return 'None of your roles may take this back.'
  return `Your roles (${roles.join(', ')}) may not ${does} this. It needs one of these: ${(needed ?? []).join(', ')}.`
}

function missingSentence({ kind, is_older }: Data): string {
  if (kind === undefined) return 'This needs the approval of a second person.'
  if (is_older)
    return `This was added before a second person of the institution had to approve it (${kind}): remove it and ask again.`
  return `This institution asks a second person of its own to approve it (${kind}).`
}

function refusalOf(error: unknown): ApiError | null {
  if (!(error instanceof Error && 'constraint' in error)) return null
  const reason = /^approval_(.+)$/.exec(String(error.constraint))?.[1]
  if (reason === 'not_signed_in') return new ApiError('not_signed_in')
  if (reason === 'not_fresh') return new ApiError('fresh_factor_required')
  // The check constraints of people.approval share the prefix, and are no refusal reasons.
  const sentence = reason === undefined ? undefined : sentences[reason]
  if (reason === undefined || sentence === undefined) return null
  const data = JSON.parse((error as { detail?: string }).detail ?? '{}') as Data
  if (reason === 'unknown') return new ApiError('not_found', {}, sentence(data))
  const open = reason === 'open' ? { approvalid: data.approvalid ?? '' } : {}
  return new ApiError('approval_refused', { reason, ...open }, sentence(data))
}
