import { useCall } from '../../api/use-call.ts'
import { Loaded } from '../../kit/loading.tsx'
import { Facts, PageHead, Section } from '../../kit/page.tsx'
import { usePathId } from '../../kit/url-state.ts'
import { StateBadge } from '../../kit/value/badge.tsx'
import { Countdown } from '../../kit/value/countdown.tsx'
import { Time } from '../../kit/value/time.tsx'
import { approvalCalls } from './approval.ts'
import { DecisionPanel } from './decision.tsx'
import { ApprovalHistory } from './history.tsx'
import { SignedData, Subject } from './subject.tsx'

/** One request: its subject, who asked and why, and the decision. */
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
                {data.does}
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
              <Section title="Who requests it, and why">
                <Facts
                  left
                  rows={[
                    ['Requested by', data.maker.name],
                    ['Requested', <Time key="at" at={data.created_at} />],
                    ['Reason', data.reason],
                  ]}
                />
              </Section>
              <Section
                title={data.state === 'waiting' ? 'The request in detail' : 'Request'}
                {...(data.state !== 'waiting' && { note: 'Shown as it was at the time of the request.' })}
              >
                <Subject approval={data} />
                <SignedData approval={data} />
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
