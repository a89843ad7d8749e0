import type { ReactNode } from 'react'
import { start } from '../app/start.tsx'
import { SignedInFrame } from '../shared/frame.tsx'
import { useMe } from '../app/session.tsx'
import { sentence } from '../kit/value/states.ts'
import { signInPages } from '../shared/sign-in/pages.ts'
import { useCounts } from './queue/use-counts.ts'
import { goTo } from './go-to.ts'
import { pages } from './pages.ts'

function Frame({ children }: { children: ReactNode }) {
  return (
    <SignedInFrame app="Console" pages={pages} goTo={goTo} organisation={<Roles />} counts={useWaiting()}>
      {children}
    </SignedInFrame>
  )
}

/** The number of waiting items, by page of the navigation. */
function useWaiting(): Record<string, number> {
  const counts = useCounts()
  const of = (kind: string) => counts.find((one) => one.kind === kind)?.count ?? 0
  const all = counts.reduce((sum, { count }) => sum + count, 0)
  return { '/': all, '/holds': of('hold'), '/institutions': of('kyb'), '/approvals': of('approval') }
}

const Roles = () =>
  useMe()
    .person.roles.map((role) => (role === 'mlro' ? 'MLRO' : sentence(role)))
    .join(', ')

void start({ base: '/console', Frame, pages, bare: signInPages })
