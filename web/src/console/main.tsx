import type { ReactNode } from 'react'
import { start } from '../app/start.tsx'
import { SignedInFrame } from '../app/frame.tsx'
import { useMe } from '../app/session.tsx'
import { sentence } from '../kit/states.ts'
import { signInPages } from '../sign-in/pages.ts'
import { pages } from './pages.ts'

function Frame({ children }: { children: ReactNode }) {
  return (
    <SignedInFrame app="Console" pages={pages} organisation={<Roles />}>
      {children}
    </SignedInFrame>
  )
}

const Roles = () => useMe().person.roles.map(sentence).join(', ')

start({ base: '/console', Frame, pages, bare: signInPages })
