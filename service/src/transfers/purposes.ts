import type { PurposeTerms } from '../chains/outbox/purposes.ts'

/** What this room asks of the chains, with the jobs that apply the results. */
export const purposes = {
  withdrawal: { job: 'transfers.withdrawals', delivers: true },
  deposit_return: { job: 'transfers.deposits', delivers: true },
  collection: { job: 'transfers.deposits', internal: true },
} as const satisfies Record<string, PurposeTerms>

declare module '../chains/outbox/purposes.ts' {
  interface Purposes extends Record<keyof typeof purposes, PurposeTerms> {}
}
