import type { ReactNode } from 'react'
import { PageHead } from '../../kit/page.tsx'
import { Tabs } from '../../kit/tabs.tsx'

/** The head of the two pages about movements. */
export function Head({ title, sub }: { title: string; sub: ReactNode }) {
  return (
    <>
      <PageHead title={title} sub={sub} />
      <Tabs
        label="Movements and statements"
        tabs={[
          { title: 'Statements', to: '/statements' },
          { title: 'All movements', to: '/statements/movements' },
        ]}
      />
    </>
  )
}
