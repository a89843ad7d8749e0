import { useCall } from '../../api/use-call.ts'
import { PageHead } from '../../kit/page.tsx'
import { Tabs } from '../../kit/tabs.tsx'

/** The head of the lists and of the settings. */
export function ApprovalsHead() {
  const waiting = useCall('portalApprovals', { state: 'waiting' })
  return (
    <>
      <PageHead title="Approvals" sub="Requests of people and API keys that need a second approver of your company." />
      <Tabs
        label="Approvals"
        tabs={[
          { title: 'Waiting', to: '/approvals', count: waiting.data?.items.length ?? 0 },
          { title: 'All', to: '/approvals/all' },
          { title: 'What needs two people', to: '/approvals/settings' },
        ]}
      />
    </>
  )
}
