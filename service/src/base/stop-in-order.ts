/** What is stopped, and what there is still to wait for, asked when it takes too long. */
export type StopStep = { readonly what: () => string; readonly stop: () => Promise<unknown> }

/** Stops one after the other. `onLate` is told once what was being waited for when the time was over. */
export async function stopInOrder(
  steps: readonly StopStep[],
  limitMs: number,
  onLate: (waitingFor: string) => void,
): Promise<void> {
  let current = steps[0]
  const timer = setTimeout(() => onLate(current?.what() ?? 'nothing'), limitMs).unref()
  for (const step of steps) {
    current = step
    await step.stop()
  }
  clearTimeout(timer)
}
