/** Each fault is used up by the next transaction that it affects. Faults are armed manually and end with the process. */
export type Fault = 'drop-next' | 'revert-next' | 'accept-then-error' | 'timeout-next'

export const faultNames: Fault[] = ['drop-next', 'revert-next', 'accept-then-error', 'timeout-next']

export type Faults = {
  arm(fault: Fault, count: number): void
  take(fault: Fault): boolean
  armed(): Partial<Record<Fault, number>>
}

export function createFaults(): Faults {
  const left = new Map<Fault, number>()
  return {
    arm: (fault, count) => void left.set(fault, count),
    take: (fault) => {
      const count = left.get(fault) ?? 0
      if (count > 0) left.set(fault, count - 1)
      return count > 0
    },
    armed: () => Object.fromEntries([...left].filter(([, count]) => count > 0)),
  }
}
