import { ApiError } from '../../base/http/errors.ts'
import { type Admission, type AdmissionRequest, assertAdmitted } from './admission.ts'

/**
 * The admission of a verified request by the same statement that executes it: one round trip and one commit for both,
 * and a request that is not admitted has no effect (A1).
 */
export type DeferredAdmission = {
  /** The arguments for that statement; null once the request has been admitted. */
  pendingRequest(): AdmissionRequest | null
  /** Takes the result of that statement; null if the request was admitted. Throws when the request is refused. */
  applyResult(refusal: Admission | null): void
  /** Admits it separately, unless it was admitted already. */
  admit(): Promise<void>
  /** Nonce and rate have been checked. */
  isDecided(): boolean
}

export function deferredAdmissionOf(request: AdmissionRequest, admitAlone: () => Promise<unknown>): DeferredAdmission {
  let isDecided = false
  return {
    pendingRequest: () => (isDecided ? null : request),
    applyResult(refusal) {
      if (isDecided) return
      // The caller then admits the request separately, which reads the key again.
      if (refusal?.outcome === 'changed') throw new Error('the rights of the key have changed')
      isDecided = true
      if (refusal) assertAdmitted(refusal)
    },
    async admit() {
      if (isDecided) return
      try {
        await admitAlone()
        isDecided = true
      } catch (error) {
        // The request has its answer. It is not admitted again.
        isDecided = error instanceof ApiError
        throw error
      }
    },
    isDecided: () => isDecided,
  }
}

/** Already admitted. */
export const admitted: DeferredAdmission = {
  pendingRequest: () => null,
  applyResult: () => {},
  admit: async () => {},
  isDecided: () => true,
}
