import { IconInfoCircle } from '@tabler/icons-react'
import type { ReactNode } from 'react'
import { type Tone, toneIcons, warningIcon } from './value/states.ts'

type Props = { tone?: Tone; title?: string; children: ReactNode }

/** A notice of one or two sentences. */
export function Banner({ tone = 'quiet', title, children }: Props) {
  const Icon = tone === 'quiet' ? IconInfoCircle : tone === 'broken' ? warningIcon : toneIcons[tone]
  return (
    <div className={`banner ${tone}`} role={tone === 'broken' ? 'alert' : 'note'}>
      <Icon className="ic" aria-hidden />
      <div>
        {title !== undefined && <b>{title} </b>}
        {children}
      </div>
    </div>
  )
}
