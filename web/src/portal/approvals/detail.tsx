import { usePathId } from '../../kit/url-state.ts'
import { useCall, whileDeciding } from '../../api/use-call.ts'
import { DecisionPanel } from '../../shared/approvals/decision.tsx'
import { ApprovalHistory } from '../../shared/approvals/history.tsx'
import { StateBadge } from '../../kit/value/badge.tsx'
import { Countdown } from '../../kit/value/countdown.tsx'
import { Loaded } from '../../kit/loading.tsx'
import { PageHead, Section } from '../../kit/page.tsx'
import { Time } from '../../kit/value/time.tsx'
import { Payload, summaryOf } from './payload.tsx'

/** One request: what exactly is done once it is approved, and the decision. */
export function Page() {
  const id = usePathId()
  const approval = useCall('portalApproval', { id }, whileDeciding)
  return (
    <Loaded query={approval} lines={8}>
      {(data) => (
        <>
          <PageHead
            title={data.does}
            crumbs={[{ title: 'Approvals', to: '/approvals' }]}
            badge={<StateBadge state={data.state} box />}
            sub={
              <>
                {summaryOf(data)} · asked by {data.maker.name} <Time at={data.created_at} />
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
              <Section title={data.state === 'waiting' ? 'Effect of the approval' : 'What was asked for'}>
                <Payload approval={data} />
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
