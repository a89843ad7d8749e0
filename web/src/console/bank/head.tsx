import type { ReactNode } from 'react'
import { PageHead } from '../../kit/page.tsx'
import { Tabs } from '../../kit/tabs.tsx'
import { useCounts } from '../queue/use-counts.ts'

/** The head of every page about the bank. */
export function BankHead({ sub, acts }: { sub: string; acts?: ReactNode }) {
  const counts = useCounts()
  const of = (kind: string) => counts.find((one) => one.kind === kind)?.count ?? 0
  return (
    <>
      <PageHead title="Bank" sub={sub} {...(acts !== undefined && { acts })} />
      <Tabs
        label="Bank"
        tabs={[
          { title: 'Wires', to: '/bank', count: of('wire') },
          { title: 'Deposits', to: '/bank/deposits', count: of('deposit') },
          { title: 'Cases', to: '/bank/cases', count: of('bank_case') },
          { title: 'Days', to: '/bank/days' },
          { title: 'Files', to: '/bank/files' },
          { title: 'Unclear lines', to: '/bank/lines' },
          { title: 'Our accounts', to: '/bank/accounts' },
        ]}
      />
    </>
  )
}
