import type { PurposeTerms } from '../chains/outbox/purposes.ts'

/** What this room asks of the chains, with the jobs that apply the results. */
export const purposes = {
  mint: { job: 'issuance.mints', delivers: true, booksArrival: true },
  redemption: { job: 'issuance.redemptions' },
  conversion: { job: 'issuance.conversions' },
  faucet: { job: 'issuance.faucet' },
} as const satisfies Record<string, PurposeTerms>

declare module '../chains/outbox/purposes.ts' {
  interface Purposes extends Record<keyof typeof purposes, PurposeTerms> {}
}
