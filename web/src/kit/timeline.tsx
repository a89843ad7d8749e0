import { isFinal, type Machine } from '@specie/protocol/machines.ts'
import { pathAhead } from '@specie/protocol/path-ahead.ts'
import type { ReactNode } from 'react'
import { stateOf, type Tone, toneIcons } from './value/states.ts'
import { Time } from './value/time.tsx'

/** `tone`: of a current step whose tone is not that of its state. */
export type Step<S extends string> = { state: S; at: string | null; title?: string; note?: ReactNode; tone?: Tone }

type Ahead = { title?: string; due?: string; note?: ReactNode }

type Props<S extends string> = {
  machine: Machine<S>
  /** The steps so far, oldest first. The last one is the current one. */
  steps: readonly Step<S>[]
  /** The usual end; by default the path of the first events of each state. */
  until?: S
  /** The states to come, if the service sends them. */
  ahead?: readonly S[]
  /** Titles, notes and due times of the steps to come. */
  next?: { readonly [state in S]?: Ahead }
}

/** The path through a machine of protocol/machines.ts: past steps, the current one, and the next ones. */
export function Timeline<S extends string>({ machine, steps, until, ahead, next = {} }: Props<S>) {
  const now = steps.at(-1)?.state ?? machine.initial
  const following = ahead ?? pathAhead(machine, now, until)
  return (
    <ol className="tl">
      {steps.map(({ state, at, title, note, tone: own }, i) => {
        const isNow = i === steps.length - 1
        const { word } = stateOf(state)
        const tone = own ?? toneIn(machine, state, isNow)
        return (
          <li
            key={`${state} ${i}`}
            className={`${tone}${isNow && !isFinal(machine, state) ? ' now' : ''}`}
            aria-current={isNow ? 'step' : undefined}
          >
            <Dot tone={tone} />
            <div className="t">
              <b>{title ?? word}</b>
              {at !== null && <Time at={at} />}
            </div>
            {note !== undefined && <p>{note}</p>}
          </li>
        )
      })}
      {following.map((state) => {
        const { title, due, note } = (next as Record<string, Ahead | undefined>)[state] ?? {}
        return (
          <li key={`ahead ${state}`} className="next">
            <Dot tone={null} />
            <div className="t">
              <b>{title ?? stateOf(state).word}</b>
              {due !== undefined && (
                <span className="at">
                  due <Time at={due} />
                </span>
              )}
            </div>
            {note !== undefined && <p>{note}</p>}
          </li>
        )
      })}
    </ol>
  )
}

/** A past step is done, in any tone of its own. */
const toneIn = <S extends string>(machine: Machine<S>, state: S, isNow: boolean): Tone => {
  const { tone } = stateOf(state)
  if (isNow) return tone === 'quiet' && !isFinal(machine, state) ? 'waits' : tone
  return tone === 'held' || tone === 'broken' ? tone : 'done'
}

function Dot({ tone }: { tone: Tone | null }) {
  const Icon = tone === null ? null : toneIcons[tone]
  return <span className="dot">{Icon && <Icon className="ic" aria-hidden />}</span>
}
