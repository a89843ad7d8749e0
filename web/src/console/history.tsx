import type { ReactNode } from 'react'
import { type Tone, toneIcons } from '../kit/value/states.ts'
import { Time } from '../kit/value/time.tsx'

export type Happened = { at: string; title: string; note?: ReactNode; tone?: Tone }

/** Events in the order given, each with its actor and time. */
export function History({ events }: { events: readonly Happened[] }) {
  return (
    <ol className="tl">
      {events.map(({ at, title, note, tone: told = 'quiet' }, i) => {
        // A past event no longer waits.
        const tone = told === 'waits' ? 'quiet' : told
        const Icon = toneIcons[tone]
        return (
          <li key={`${at} ${i}`} className={tone}>
            <span className="dot">
              <Icon className="ic" aria-hidden />
            </span>
            <div className="t">
              <b>{title}</b>
              <Time at={at} />
            </div>
            {note !== undefined && <p>{note}</p>}
          </li>
        )
      })}
    </ol>
  )
}
