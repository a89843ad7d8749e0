import { ApiError } from '../../base/http/errors.ts'
import { type Admission, type AdmissionRequest, passed } from './admission.ts'

/**
 * The way in of a verified request that is carried out by the statement that admits it: one round trip and one commit for
 * both, and nothing is done for who is not admitted (A1).
 */
export type DeferredAdmission = {
  /** What that statement must ask; null once the request has been admitted. */
  asked(): AdmissionRequest | null
  /** Tells what that statement answered; null: it was admitted. Throws when the request may not pass. */
  judged(refusal: Admission | null): void
  /** Admits it by itself, unless it has been. */
  admit(): Promise<void>
  /** Nonce and rate have been looked at. */
  isJudged(): boolean
}

export function deferredAdmissionOf(asked: AdmissionRequest, admitAlone: () => Promise<unknown>): DeferredAdmission {
  let isJudged = false
  return {
    asked: () => (isJudged ? null : asked),
    judged(refusal) {
      if (isJudged) return
      // Whoever asked then admits it by itself, and looks at the key again.
      if (refusal?.outcome === 'changed') throw new Error('what the key may do has changed')
      isJudged = true
      if (refusal) passed(refusal)
    },
    async admit() {
      if (isJudged) return
      try {
        await admitAlone()
        isJudged = true
      } catch (error) {
        // Its nonce is spent: asked a second time it would be told that its nonce is old, not that it came too early.
        isJudged = error instanceof ApiError
        throw error
      }
    },
    isJudged: () => isJudged,
  }
}

/** Of who was admitted before. */
export const admitted: DeferredAdmission = {
  asked: () => null,
  judged: () => {},
  admit: async () => {},
  isJudged: () => true,
}
