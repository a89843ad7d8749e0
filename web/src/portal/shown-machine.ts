import { type Machine, transitions } from '@specie/protocol/machines.ts'

/** A machine as clients see it: merges states of the same name and leaves out states without one. */
export function shownMachine<S extends string>({ shown, ...machine }: Machine<S>): Machine {
  const states: Record<string, Record<string, string>> = {}
  const nameOf = (state: S): string | undefined => shown[state]
  for (const name of Object.values<string | undefined>(shown)) if (name !== undefined) states[name] ??= {}
  // A hold is the exception, so it comes after all other events of a state.
  const steps = transitions({ shown, ...machine }).toSorted((a, b) => Number(a.to === 'held') - Number(b.to === 'held'))
  for (const { from, event, to } of steps) {
    const [before, after] = [nameOf(from), nameOf(to)]
    if (before !== undefined && after !== undefined && before !== after) states[before]![event] ??= after
  }
  const initial = nameOf(machine.initial) ?? Object.keys(states)[0]!
  const names = Object.fromEntries(Object.keys(states).map((name) => [name, name]))
  return { ...machine, initial, states, shown: names, done: [] }
}
