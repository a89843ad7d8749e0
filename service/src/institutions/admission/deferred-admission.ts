import { ApiError } from '../../base/http/errors.ts'
import { type Admission, type AdmissionRequest, assertAdmitted } from './admission.ts'

/**
 * The admission of a verified request by the same statement that executes it: one round trip and one commit for both,
 * and nothing is done for a request that is not admitted (A1).
 */
export type DeferredAdmission = {
  /** The arguments for that statement; null once the request has been admitted. */
  asked(): AdmissionRequest | null
  /** Takes the result of that statement; null: it was admitted. Throws when the request is refused. */
  judged(refusal: Admission | null): void
  /** Admits it separately, unless it was admitted already. */
  admit(): Promise<void>
  /** Nonce and rate have been checked. */
  isJudged(): boolean
}

export function deferredAdmissionOf(asked: AdmissionRequest, admitAlone: () => Promise<unknown>): DeferredAdmission {
  let isJudged = false
  return {
    asked: () => (isJudged ? null : asked),
    judged(refusal) {
      if (isJudged) return
      // The caller then admits the request separately, which reads the key again.
      if (refusal?.outcome === 'changed') throw new Error('what the key may do has changed')
      isJudged = true
      if (refusal) assertAdmitted(refusal)
    },
    async admit() {
      if (isJudged) return
      try {
        await admitAlone()
        isJudged = true
      } catch (error) {
        // Its nonce is used up: a second attempt would report an old nonce instead of the rate limit.
        isJudged = error instanceof ApiError
        throw error
      }
    },
    isJudged: () => isJudged,
  }
}

/** Already admitted. */
export const admitted: DeferredAdmission = {
  asked: () => null,
  judged: () => {},
  admit: async () => {},
  isJudged: () => true,
}
