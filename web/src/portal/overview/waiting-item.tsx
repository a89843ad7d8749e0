import type { ReactNode } from 'react'
import { Link } from '../../kit/link.tsx'
import { type Tone, toneIcons } from '../../kit/value/states.ts'

export type WaitingProps = { tone: Tone; title: string; to: string; says: ReactNode; act?: string }

/** A waiting task with its act. */
export function WaitingItem({ tone, title, to, says, act }: WaitingProps) {
  const Icon = toneIcons[tone]
  return (
    <li>
      <span className={`is-${tone}`}>
        <Icon className="ic" aria-hidden />
      </span>
      <div>
        <Link to={to}>
          <b>{title}</b>
        </Link>
        <p className="s13 muted">{says}</p>
        {act !== undefined && (
          <Link className="btn main-act sm" to={to}>
            {act}
          </Link>
        )}
      </div>
    </li>
  )
}
