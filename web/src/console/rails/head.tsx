import { PageHead } from '../../kit/page.tsx'
import { Tabs } from '../../kit/tabs.tsx'
import { useCounts } from '../queue/use-counts.ts'

/** The head of both pages about rails. */
export function RailsHead({ sub }: { sub: string }) {
  const stuck = useCounts().find(({ kind }) => kind === 'payment')?.count ?? 0
  return (
    <>
      <PageHead title="Rails and provider" sub={sub} />
      <Tabs
        label="Rails"
        tabs={[
          { title: 'Rails', to: '/rails' },
          { title: 'Payments', to: '/rails/payments', count: stuck },
        ]}
      />
    </>
  )
}
