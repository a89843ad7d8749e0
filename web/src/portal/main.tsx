import type { ReactNode } from 'react'
import { start } from '../app/start.tsx'
import { SignedInFrame } from '../shared/frame.tsx'
import { useCall } from '../api/use-call.ts'
import { signInPages } from '../shared/sign-in/pages.ts'
import { goTo } from './go-to.ts'
import { pages } from './pages.ts'

function Frame({ children }: { children: ReactNode }) {
  return (
    <SignedInFrame app="Portal" pages={pages} goTo={goTo} organisation={<CompanyName />} counts={useWaiting()}>
      {children}
    </SignedInFrame>
  )
}

/** The number of waiting items, by page of the navigation. */
function useWaiting(): Record<string, number> {
  const approvals = useCall('portalApprovals', { state: 'waiting', limit: '100' })
  return { '/approvals': approvals.data?.items.length ?? 0 }
}

function CompanyName() {
  const company = useCall('company', {}, { refetchInterval: false })
  return company.data?.name ?? '…'
}

void start({ base: '/portal', Frame, pages, bare: signInPages })
