/** What the bank can be told to do wrong next, and what that means. */
export const misbehaviours = {
  duplicate_file: 'the next file goes out twice, the same bytes under a second name',
  missing_sequence: 'the next camt.054 is kept back until it is released, or until the next day',
  late_statement: 'the next camt.053 comes `seconds` late',
  mt940_beside: 'the next camt.053 that has entries comes a second time, as an MT940 without references',
  collective_statement: 'the next camt.053 that has entries tells those of a direction as one, without details',
  false_notification: 'the next camt.054 that has a wire tells of a second one like it, which was never booked',
  reject_payment: 'the next payment to someone else is refused with `reason`',
  return_payment: 'the next payment to someone else comes back with `reason`, `seconds` after it was booked',
  recall: 'the wire `bankref`, or else the newest one, is recalled with `reason`; without any, the next one',
  accept_then_timeout: 'the next payment order is taken, and the connection ends without an answer',
  timeout: 'the next payment order is not taken, and the connection ends without an answer',
} as const

export type Misbehaviour = keyof typeof misbehaviours

/** One wish that is not used up yet. */
export type Asked = { next: Misbehaviour; count: number; reason: string | null; seconds: number | null }

/** In settlement time: as long as the other bank takes to send a payment back or to find out that it was defrauded. */
export const usualSeconds = { return_payment: 1_800, recall: 1_800, late_statement: 14_400 } as const

/** Takes what was asked for, oldest first; what was taken is written into the event as `uses`. */
export function taker(from: { asked: Asked[] }): { take(next: Misbehaviour): Asked | null; uses: Misbehaviour[] } {
  const left = from.asked.map((asked) => ({ asked, count: asked.count }))
  const uses: Misbehaviour[] = []
  const take = (next: Misbehaviour) => {
    const found = left.find(({ asked, count }) => asked.next === next && count > 0)
    if (!found) return null
    found.count -= 1
    uses.push(next)
    return found.asked
  }
  return { take, uses }
}

export function usedUp(asked: Asked[], uses: Misbehaviour[]): Asked[] {
  for (const next of uses) asked.find((wish) => wish.next === next && wish.count > 0)!.count -= 1
  return uses.length === 0 ? asked : asked.filter(({ count }) => count > 0)
}
