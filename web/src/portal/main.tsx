import type { ReactNode } from 'react'
import { start } from '../app/start.tsx'
import { Events } from '../app/events.tsx'
import { SignedInFrame } from '../app/frame.tsx'
import { useCall } from '../api/use-call.ts'
import { signInPages } from '../sign-in/pages.ts'
import { pages } from './pages.ts'

function Frame({ children }: { children: ReactNode }) {
  return (
    <SignedInFrame app="Portal" pages={pages} organisation={<CompanyName />} around={Events}>
      {children}
    </SignedInFrame>
  )
}

function CompanyName() {
  const company = useCall('company', {}, { refetchInterval: false })
  return company.data?.name ?? '…'
}

start({ base: '/portal', Frame, pages, bare: signInPages })
