import { type QueueRow, staffQueue } from '../../base/staff-queue.ts'

/** Agreements to countersign. */
export const signedAgreements = staffQueue<QueueRow & { product: string; version: string }>({
  kind: 'agreement',
  select: `
    select id::text, institution_id, updated_at as since, expires_at as due, state, product, version
    from onboarding.agreement where state = 'signed'`,
  titles: (_env, rows) =>
    rows.map(({ product, version }) => `Agreement to countersign: ${product.replaceAll('_', ' ')}, version ${version}`),
})
