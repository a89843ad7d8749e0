import type { FaultPoint } from '@specie/service/base/faults.ts'

/** The moments of a payout; the rest of the table belongs to wires. */
export const payoutPoints: readonly FaultPoint[] = [
  'payout.batched',
  'intent.marked',
  'intent.sent',
  'intent.settled',
  'payout.booked',
  'wire.booked',
]
