import type { Side } from '@specie/protocol/people/roles.ts'

// A wallet is stopped by its institution or by the staff, and the institution can resume only its own stops.

/** `institutionId` is null for the staff. */
export const sideOf = ({ institutionId }: { readonly institutionId: string | null }): Side =>
  institutionId === null ? 'staff' : 'institution'

/** The staff may also stop a wallet that its institution has stopped. From then on only the staff can resume it. */
export const canTakeOver = (side: Side, stoppedBy: Side | null): boolean => side === 'staff' && stoppedBy !== 'staff'
