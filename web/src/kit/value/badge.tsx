import type { ReactNode } from 'react'
import { stateOf, type Tone, toneIcons } from './states.ts'

/** A state with colour, icon and word. `children` replaces the word («Confirming 6 of 8»). */
export function StateBadge({ state, box = false, children }: { state: string; box?: boolean; children?: ReactNode }) {
  const { tone, word } = stateOf(state)
  return (
    <Badge tone={tone} box={box}>
      {children ?? word}
    </Badge>
  )
}

export function Badge({ tone, box = false, children }: { tone: Tone; box?: boolean; children: ReactNode }) {
  const Icon = toneIcons[tone]
  return (
    <span className={`badge is-${tone}${box ? ' box' : ''}`}>
      <Icon className="ic" aria-hidden />
      {children}
    </span>
  )
}
