import { PageHead } from '../../kit/page.tsx'
import { ApprovalList } from '../../shared/approvals/list.tsx'

export const Page = () => (
  <>
    <PageHead title="Approvals" sub="Requests of staff that a second person must decide." />
    <ApprovalList empty="A request appears here when a person proposes an act that needs two people." />
  </>
)
