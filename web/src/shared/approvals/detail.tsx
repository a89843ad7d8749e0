import { useCall } from '../../api/use-call.ts'
import { Loaded } from '../../kit/loading.tsx'
import { PageHead, Section } from '../../kit/page.tsx'
import { usePathId } from '../../kit/url-state.ts'
import { StateBadge } from '../../kit/value/badge.tsx'
import { Countdown } from '../../kit/value/countdown.tsx'
import { Time } from '../../kit/value/time.tsx'
import { approvalCalls } from './approval.ts'
import { DecisionPanel } from './decision.tsx'
import { ApprovalHistory } from './history.tsx'
import { Payload } from './payload.tsx'

/** One request: its payload, its reason, and the decision. */
export function Page() {
  const id = usePathId()
  const approval = useCall(approvalCalls.show, { id })
  return (
    <Loaded query={approval} lines={8}>
      {(data) => (
        <>
          <PageHead
            title={data.title}
            crumbs={[{ title: 'Approvals', to: '/approvals' }]}
            badge={<StateBadge state={data.state} box />}
            sub={
              <>
                Requested by {data.maker.name}, <Time at={data.created_at} />
                {data.state === 'waiting' && (
                  <>
                    {' '}
                    · expires in <Countdown until={data.expires_at} />
                  </>
                )}
              </>
            }
          />
          <div className="split">
            <div>
              <Section title={data.state === 'waiting' ? 'Effect of the approval' : 'Request'} note={data.does}>
                <Payload approval={data} />
              </Section>
              <Section title="Reason">
                <p>{data.reason}</p>
              </Section>
              <Section title="History">
                <ApprovalHistory approval={data} />
              </Section>
            </div>
            <DecisionPanel approval={data} />
          </div>
        </>
      )}
    </Loaded>
  )
}
