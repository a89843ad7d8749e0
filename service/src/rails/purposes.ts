import type { PurposeTerms } from '../chains/outbox/purposes.ts'
import { paymentsJob } from './rail/row.ts'

/** What this room asks of the chains, with the job that applies the results. */
export const purposes = {
  rail_mint: { job: paymentsJob, delivers: true },
  rail_burn: { job: paymentsJob },
  rail_collection: { job: paymentsJob, internal: true },
  rail_return: { job: paymentsJob, delivers: true },
} as const satisfies Record<string, PurposeTerms>

declare module '../chains/outbox/purposes.ts' {
  interface Purposes extends Record<keyof typeof purposes, PurposeTerms> {}
}
