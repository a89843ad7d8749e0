import { IconAlertTriangle, IconCheck, IconCircleDashed, IconClock, IconPlayerPause, IconX } from '@tabler/icons-react'
import type { machines } from '@specie/protocol/machines.ts'
import type { IconType } from '../icon.ts'

/**
 * Colour means state: amber waits, violet is held, red is broken, green is done. A tone is never shown without its icon
 * and a word.
 */
export type Tone = 'waits' | 'held' | 'broken' | 'done' | 'quiet'

export const toneIcons: Record<Tone, IconType> = {
  waits: IconClock,
  held: IconPlayerPause,
  broken: IconX,
  done: IconCheck,
  quiet: IconCircleDashed,
}
export const warningIcon: IconType = IconAlertTriangle

type AnyState = { [M in keyof typeof machines]: keyof (typeof machines)[M]['states'] }[keyof typeof machines]
/** States that are shown but are no states of a machine: of services, chains and waiting items. */
type Shown =
  | 'Pending'
  | 'Cooling'
  | 'Confirmed'
  | 'Rejected'
  | 'Disabled'
  | 'unconfirmed'
  | 'disabled'
  | 'New'
  | 'pending'
  | 'sent'
  | 'online'
  | 'degraded'
  | 'offline'
  | 'halted'
  | 'open'
  | 'unassigned'
  | 'stuck'
  | 'unreachable'
  | 'disagreement'
  | 'queued'
  | 'working'
  | 'final'

/** Every state of protocol/machines.ts. The word is the state's name unless the row has a better one. */
export const states = {
  // people and approvals
  invited: { tone: 'waits' },
  active: { tone: 'done' },
  suspended: { tone: 'broken' },
  removed: { tone: 'quiet' },
  waiting: { tone: 'waits', word: 'Waiting for approval' },
  approved: { tone: 'done' },
  refused: { tone: 'broken', word: 'Rejected' },
  expired: { tone: 'quiet' },
  withdrawn: { tone: 'quiet', word: 'Canceled' },
  // companies, agreements, keys, addresses
  draft: { tone: 'quiet' },
  shadow: { tone: 'waits', word: 'In shadow' },
  retired: { tone: 'quiet' },
  submitted: { tone: 'waits' },
  screening: { tone: 'waits' },
  edd_required: { tone: 'waits', word: 'Enhanced due diligence' },
  in_review: { tone: 'waits' },
  info_requested: { tone: 'waits', word: 'Information requested' },
  periodic_review: { tone: 'waits' },
  review_overdue: { tone: 'broken' },
  rejected: { tone: 'broken' },
  offboarded: { tone: 'quiet' },
  drafted: { tone: 'quiet' },
  signed: { tone: 'waits', word: 'Signed, not countersigned yet' },
  superseded: { tone: 'quiet' },
  terminated: { tone: 'quiet' },
  registered: { tone: 'waits', word: 'Proof needed' },
  rotating: { tone: 'waits' },
  frozen: { tone: 'held' },
  revoked: { tone: 'quiet' },
  proof_required: { tone: 'waits' },
  travel_rule: { tone: 'waits', word: 'Travel Rule' },
  cooling: { tone: 'waits', word: 'Cooling-off period' },
  // wires, deposits, payouts
  booked: { tone: 'done' },
  unidentified: { tone: 'waits' },
  attributed: { tone: 'waits' },
  held: { tone: 'held', word: 'Under review' },
  return_pending: { tone: 'waits', word: 'To be returned' },
  credited: { tone: 'done' },
  returned: { tone: 'quiet' },
  recalled: { tone: 'broken' },
  seen: { tone: 'waits' },
  confirming: { tone: 'waits' },
  below_minimum: { tone: 'waits' },
  orphaned: { tone: 'broken' },
  prepared: { tone: 'waits' },
  batched: { tone: 'waits' },
  accepted: { tone: 'waits' },
  // orders, mints, redemptions, withdrawals, rails
  received: { tone: 'waits' },
  Filled: { tone: 'done' },
  Rejected: { tone: 'broken' },
  filled: { tone: 'done' },
  killed: { tone: 'broken' },
  settled: { tone: 'done' },
  taken_over: { tone: 'quiet' },
  requested: { tone: 'waits' },
  funding: { tone: 'waits' },
  funded: { tone: 'waits' },
  waiting_reserve: { tone: 'waits', word: 'Waits for the reserve' },
  sending: { tone: 'waits' },
  canceled: { tone: 'quiet' },
  failed: { tone: 'broken' },
  burning: { tone: 'waits' },
  paying: { tone: 'waits' },
  waiting_deposit: { tone: 'waits' },
  converting: { tone: 'waits' },
  wired: { tone: 'done' },
  completed: { tone: 'done' },
  pending: { tone: 'waits' },
  closed: { tone: 'quiet' },
  reported: { tone: 'done', word: 'Reported' },
  returning: { tone: 'waits' },
  // Travel Rule and holds
  sent: { tone: 'waits' },
  acknowledged: { tone: 'waits' },
  confirmed: { tone: 'done' },
  timed_out: { tone: 'broken' },
  conflict: { tone: 'held', word: 'Contradiction' },
  not_required: { tone: 'quiet' },
  placed: { tone: 'held' },
  under_review: { tone: 'held' },
  released: { tone: 'done' },
  // for clients
  Pending: { tone: 'waits' },
  Cooling: { tone: 'waits', word: 'Cooling-off period' },
  Confirmed: { tone: 'done' },
  Disabled: { tone: 'quiet', word: 'Removed' },
  unconfirmed: { tone: 'waits', word: 'Name not confirmed' },
  disabled: { tone: 'quiet', word: 'Removed' },
  New: { tone: 'waits' },
  online: { tone: 'done' },
  degraded: { tone: 'waits' },
  offline: { tone: 'quiet' },
  halted: { tone: 'held' },
  // for staff
  open: { tone: 'waits' },
  unassigned: { tone: 'waits', word: 'Without an owner' },
  stuck: { tone: 'broken' },
  unreachable: { tone: 'broken', word: 'No node answers' },
  disagreement: { tone: 'broken', word: 'The nodes disagree' },
  queued: { tone: 'waits', word: 'Queued' },
  working: { tone: 'waits', word: 'In progress' },
  final: { tone: 'done' },
} as const satisfies Record<AnyState | Shown, { tone: Tone; word?: string }>

/** The word and tone of a state; unknown states are quiet. */
export function stateOf(state: string): { tone: Tone; word: string } {
  const row: { tone: Tone; word?: string } = states[state as keyof typeof states] ?? { tone: 'quiet' }
  return { tone: row.tone, word: row.word ?? sentence(state) }
}

/** `proof_required` → «Proof required». */
export const sentence = (name: string): string => {
  const words = phrase(name)
  return words.charAt(0).toUpperCase() + words.slice(1)
}

/** In the middle of a sentence: `proof_required` → «proof required», `aml_review` → «AML review». */
export const phrase = (name: string): string =>
  name.replaceAll(/[_.]/g, ' ').replaceAll(/\b(aml|edd|kyb|api|ip)\b/g, (word) => word.toUpperCase())
