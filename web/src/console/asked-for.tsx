import type { ApprovalKind } from '@specie/protocol/people/approvals/approvals.ts'
import { useCall } from '../api/use-call.ts'
import { Badge } from '../kit/value/badge.tsx'
import { Link } from '../kit/link.tsx'

/** What is asked for already, of one kind, by what it is about. */
export function useAsked(kind: ApprovalKind): (subject: string) => string | null {
  const { data } = useCall('consoleApprovals', { kind, state: 'waiting' })
  return (subject) => data?.items.find((one) => one.subject === subject)?.id ?? null
}

/** In place of the button that would ask for it again. */
export function AskedFor({ id }: { id: string }) {
  return (
    <Link className="link" to={`/approvals/${id}`}>
      <Badge tone="waits">Waits for a second person</Badge>
    </Link>
  )
}
