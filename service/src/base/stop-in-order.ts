/** A part to stop, with a description of its remaining work for the report of a delay. */
export type StopStep = { readonly what: () => string; readonly stop: () => Promise<unknown> }

/** Stops the parts one after the other. `onLate` reports once which part was still stopping at the deadline. */
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
