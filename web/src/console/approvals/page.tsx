import { PageHead } from '../../kit/page.tsx'
import { ApprovalList } from '../../shared/approvals/list.tsx'

export const Page = () => (
  <>
    <PageHead title="Approvals" sub="Requests of staff that need a second approver." />
    <ApprovalList empty="A request appears here when a person starts an action that needs a second approver." />
  </>
)
