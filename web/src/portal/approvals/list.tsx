import { ApprovalList } from '../../shared/approvals/list.tsx'
import { ApprovalsHead } from './head.tsx'

/** One tab: waiting requests, or all of them. */
export const Approvals = ({ isWaiting = false }: { isWaiting?: boolean }) => (
  <>
    <ApprovalsHead />
    <ApprovalList
      isWaiting={isWaiting}
      empty="A request appears here when a person or a key starts an action for which your company requires two people."
    />
  </>
)
