import { useCall, whileCounting } from '../api/use-call.ts'
import type { Reached } from '../kit/timeline-steps.ts'
import type { Exchange } from './exchange-steps.tsx'
import type { Confirmations } from './timeline-words.ts'

/**
 * The steps of a transfer, rail or payment so far; before they load, only the known state. `changed` is the time of the
 * last change, so that a change refreshes them at once.
 */
export function useSteps(
  id: string,
  known: { state: string; at: string; changed: string },
): { reached: Reached[]; confirmations: Confirmations; exchange: Exchange } {
  const { data } = useCall('accountSteps', { id }, whileCounting)
  const steps = data?.steps ?? []
  const confirmations = data?.confirmations ?? null
  const exchange = data?.exchange
  const last = steps.at(-1)
  // The state and the steps come from two answers: the newer one gives the last step.
  if (last === undefined) return { reached: [{ state: known.state, at: known.at }], confirmations, exchange }
  const isNew = last.state === known.state || last.at > known.changed
  return { reached: isNew ? steps : [...steps, { state: known.state, at: known.changed }], confirmations, exchange }
}
