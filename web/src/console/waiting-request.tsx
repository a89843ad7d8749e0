import type { ApprovalKind } from '@specie/protocol/people/approvals/approvals.ts'
import { useCall } from '../api/use-call.ts'
import { Badge } from '../kit/value/badge.tsx'
import { Link } from '../kit/link.tsx'

/** The waiting request of one kind, by its subject. */
export function useWaitingRequest(kind: ApprovalKind): (subject: string) => string | null {
  const { data } = useCall('consoleApprovals', { kind, state: 'waiting' })
  return (subject) => data?.items.find((one) => one.subject === subject)?.id ?? null
}

/** Stands in place of the button for the same request. */
export function WaitingRequest({ id }: { id: string }) {
  return (
    <Link className="link" to={`/approvals/${id}`}>
      <Badge tone="waits">Waits for a second approver</Badge>
    </Link>
  )
}
