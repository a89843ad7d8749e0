import { useCall } from '../api/use-call.ts'

type Step = { state: string; at: string }

/**
 * The steps of a transfer, rail or payment so far; before they load, only the known state. `changed` is the time of the
 * last change, so that a change refreshes them at once.
 */
export function useSteps(id: string, known: Step & { changed: string }): Step[] {
  const { data } = useCall('accountSteps', { id })
  const steps = data?.steps ?? []
  const last = steps.at(-1)
  // The state and the steps come from two answers. The newer one gives the last step.
  if (last === undefined) return [{ state: known.state, at: known.at }]
  return last.state === known.state || last.at > known.changed
    ? steps
    : [...steps, { state: known.state, at: known.changed }]
}
