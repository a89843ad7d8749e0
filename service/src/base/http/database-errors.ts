import type { ErrorCode } from '@specie/protocol/errors.ts'

/** An answer in the words of the error table. */
type Meaning = { readonly code: ErrorCode; readonly message: string; readonly retryAfter: string }

/** What a refusal of the database means for whoever called; null where it means that the fault is ours. */
export function meaningOf(error: unknown): Meaning | null {
  const state = error instanceof Error && 'code' in error ? String(error.code) : ''
  if (/^53...$/.test(state)) return { code: 'service_unavailable', message: noRoom, retryAfter: '5' }
  if (tooLong.has(state)) return { code: 'service_unavailable', message: tooBusy, retryAfter: '1' }
  return null
}

/** No lock in time; no answer in time. */
const tooLong = new Set(['55P03', '57014'])

// A statement that fails is undone with all of its transaction.
const noRoom = 'The database has no room (disk, memory or connections): nothing was done.'
// It may have been a look at what an earlier transaction of the same call has done, so it promises less.
const tooBusy =
  'The database took too long. What has an id of yours can be sent again under the same id: it is not done twice.'
