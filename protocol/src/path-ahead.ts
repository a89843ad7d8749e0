import type { Machine } from './machines.ts'

/** The next states without a failure: the first event of each state leads there. */
export function pathAhead<S extends string>(machine: Machine<S>, from: S, until?: S): S[] {
  const path: S[] = []
  for (let state = from; state !== until;) {
    const to = Object.values<S>(machine.states[state])[0]
    if (to === undefined || to === from || path.includes(to)) return path
    path.push(to)
    state = to
  }
  return path
}
