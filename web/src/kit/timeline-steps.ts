import type { ReactNode } from 'react'
import { stateOf, type Tone } from './value/states.ts'

// A timeline lists the steps that its kind of thing has, and says of each in plain words what happened, happens or will
// happen. Its kind names the steps; the states that were reached come from the service.

export type StepWords<S extends string = string> = {
  title: string
  /** The title while it is the current step. */
  nowTitle?: string
  /** What happens while it is the current step. */
  now: ReactNode
  /** What happened, once another step follows. */
  done?: ReactNode
  /** What will happen. Every step of the path has it, except the first. */
  next?: ReactNode
  /** When it is due, while it is still to come. */
  due?: string
  /** The steps after a step off the path, if they are not the rest of the path. Empty if it ends here. */
  after?: readonly S[]
  /** While it is the current step, if not the tone of its state. */
  tone?: Tone
}

export type Kind<S extends string = string> = {
  /** The usual steps, in their order. */
  path: readonly S[]
  /** Every state; null if it is not a step of this kind, so that the step before it lasts longer. */
  words: Readonly<Record<S, StepWords<S> | null>>
}

/** A state that was reached. */
export type Reached<S extends string = string> = { state: S; at: string | null; title?: string }

export type DrawnStep = {
  key: string
  title: string
  note: ReactNode
  at: string | null
  due: string | null
  /** Null: still to come. */
  tone: Tone | null
  isCurrent: boolean
  /** It is the current one, and others follow. */
  isOpen: boolean
}

/** The steps so far, oldest first, then those that are still to come. */
export function drawnSteps<S extends string>(kind: Kind<S>, reached: readonly Reached<S>[]): DrawnStep[] {
  const own = reached.flatMap((step) => {
    const words = kind.words[step.state]
    return words ? { ...step, words } : []
  })
  const ahead = stepsAfter(kind, own)
  const past = own.map(({ state, at, title, words }, n) => {
    const isCurrent = n === own.length - 1
    const isOpen = isCurrent && ahead.length > 0
    return {
      key: `${state} ${n}`,
      title: title ?? ((isCurrent && words.nowTitle) || words.title),
      note: isCurrent ? words.now : words.done,
      at,
      due: null,
      tone: isCurrent ? (words.tone ?? currentTone(state, isOpen)) : pastTone(state),
      isCurrent,
      isOpen,
    }
  })
  const future = ahead.map((state) => {
    const { title, next, due } = kind.words[state]!
    return { key: `ahead ${state}`, title, note: next, at: null, due: due ?? null, tone: null, ...neither }
  })
  return [...past, ...future]
}

/** The title of the current step. */
export const currentTitle = <S extends string>(kind: Kind<S>, reached: readonly Reached<S>[]): string | undefined =>
  drawnSteps(kind, reached).find(({ isCurrent }) => isCurrent)?.title

const neither = { isCurrent: false, isOpen: false }

function stepsAfter<S extends string>(
  { path }: Kind<S>,
  own: readonly { state: S; words: StepWords<S> }[],
): readonly S[] {
  const after = own.at(-1)?.words.after
  if (after !== undefined) return after
  const last = own.findLast(({ state }) => path.includes(state))
  return last === undefined ? path : path.slice(path.indexOf(last.state) + 1)
}

/** A quiet state with steps to come waits. */
function currentTone(state: string, isOpen: boolean): Tone {
  const { tone } = stateOf(state)
  return tone === 'quiet' && isOpen ? 'waits' : tone
}

/** A past step is done, except one that stopped it. */
function pastTone(state: string): Tone {
  const { tone } = stateOf(state)
  return tone === 'held' || tone === 'broken' ? tone : 'done'
}
