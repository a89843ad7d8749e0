// One state machine as a table: machines.ts has all of them.

type Table<S extends string> = { readonly [state in S]: { readonly [event: string]: S } }
export type Machine<S extends string = string> = {
  readonly name: string
  readonly initial: S
  readonly states: Table<S>
  /** The state that clients see; a state without one is never shown. */
  readonly shown: { readonly [state in S]?: string }
  /** Events that only report an outside fact. Only these events are accepted during a hold. */
  readonly facts: readonly string[]
  /** States with nothing left to hold, although they are not final. */
  readonly done: readonly S[]
}

/** `shown` inverted: the names that clients see, and the states of each; or every state by its own name. */
export function machine<S extends string>(
  name: string,
  states: { readonly [state in S]: { readonly [event: string]: NoInfer<S> } },
  shown: 'by name' | { readonly [publicState: string]: readonly NoInfer<S>[] } = {},
  { facts = [], done = [] }: { facts?: readonly string[]; done?: readonly NoInfer<S>[] } = {},
): Machine<S> {
  const visible: { [state in S]?: string } = {}
  const names = shown === 'by name' ? Object.fromEntries(Object.keys(states).map((one) => [one, [one as S]])) : shown
  for (const [publicState, inner] of Object.entries(names)) for (const state of inner) visible[state] = publicState
  return { name, initial: Object.keys(states)[0] as S, states, shown: visible, facts, done }
}
