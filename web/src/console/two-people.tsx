import type { ApprovalKind } from '@specie/protocol/people/approvals/approvals.ts'
import type { ReactNode } from 'react'
import { useCall } from '../api/use-call.ts'
import type { Approval } from '../shared/approvals/approval.ts'
import { SecondPerson } from '../shared/approvals/decision.tsx'
import { Changes } from '../shared/approvals/subject.tsx'
import { Badge } from '../kit/value/badge.tsx'
import { Countdown } from '../kit/value/countdown.tsx'
import { Link } from '../kit/link.tsx'
import { Loaded } from '../kit/loading.tsx'
import { Facts, Panel } from '../kit/page.tsx'
import { Time } from '../kit/value/time.tsx'

type Props = {
  title?: string
  kind: ApprovalKind
  /** Another decision on the same subject. */
  or?: ApprovalKind
  /** The subject of the request. */
  subject: string
  /** Shown while no request waits. */
  children: ReactNode
}

/** An act of two people: the buttons to propose it, or the waiting request with its decision. */
export function TwoPeople({ title = 'Decision', kind, or = kind, subject, children }: Props) {
  const waiting = useCall('consoleApprovals', { kind, state: 'waiting' })
  const others = useCall('consoleApprovals', { kind: or, state: 'waiting' })
  const request = [waiting, others].flatMap(({ data }) => data?.items ?? []).find((one) => one.subject === subject)
  return (
    <Panel title={title} end={request && <Badge tone="waits">1 of 2</Badge>}>
      <Loaded query={waiting}>
        {() => (request === undefined ? children : <WaitingRequest approval={request} />)}
      </Loaded>
    </Panel>
  )
}

/** The waiting request, with what the viewer may do. */
function WaitingRequest({ approval }: { approval: Approval }) {
  const { id, title, maker, created_at, reason, expires_at } = approval
  const shown = useCall('consoleApproval', { id }).data
  return (
    <div className="stack">
      <div>
        <p className="small muted">
          Requested by {maker.name}, <Time at={created_at} />
        </p>
        <h3>{title}</h3>
        <p className="s13">{reason}</p>
      </div>
      <Facts
        rows={[
          [
            'Expires',
            <span key="in">
              in <Countdown until={expires_at} />
            </span>,
          ],
        ]}
      />
      {shown && <Changes approval={shown} />}
      <Link className="link" to={`/approvals/${id}`}>
        Everything about the request
      </Link>
      <SecondPerson approval={approval} />
    </div>
  )
}
