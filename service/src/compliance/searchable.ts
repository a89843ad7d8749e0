import type { HeldKind, HoldReason } from '@specie/protocol/holds.ts'
import { type Found, inWords, searchable } from '../base/searchable.ts'

/** The staff alone knows of holds: nobody is tipped off. */
export const searchableHolds = searchable<Found & { subject_kind: HeldKind | null; reason: HoldReason }>({
  kind: 'hold',
  only: 'console',
  columns: 'id, institution_id, subject_kind, reason',
  from: 'compliance.hold',
  id: 'uuid',
  fields: [],
  title: ({ subject_kind, reason }) => `Hold on a ${subject_kind ?? 'thing'}: ${inWords(reason).toLowerCase()}`,
})
