import { useCall } from '../api/use-call.ts'

type Step = { state: string; at: string }

/**
 * The steps of a transfer, rail or payment so far. Until they are there, the state that is known.
 * `changed`: when the thing has last changed, so that a change is followed at once.
 */
export function useSteps(id: string, known: Step & { changed: string }): Step[] {
  const { data } = useCall('accountSteps', { id }, { refetchInterval: 5_000 })
  const steps = data?.steps ?? []
  const last = steps.at(-1)
  // The thing and its steps are two answers: what the newer one says stands at the end.
  if (last === undefined) return [{ state: known.state, at: known.at }]
  return last.state === known.state || last.at > known.changed
    ? steps
    : [...steps, { state: known.state, at: known.changed }]
}
