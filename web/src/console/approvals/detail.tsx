import { useCall, whileDeciding } from '../../api/use-call.ts'
import { StateBadge } from '../../kit/value/badge.tsx'
import { Countdown } from '../../kit/value/countdown.tsx'
import { Id } from '../../kit/value/id.tsx'
import { Loaded } from '../../kit/loading.tsx'
import { Facts, PageHead, Section } from '../../kit/page.tsx'
import { sentence } from '../../kit/value/states.ts'
import { Time } from '../../kit/value/time.tsx'
import { usePathId } from '../../kit/url-state.ts'
import type { Approval } from '../../shared/approvals/approval.ts'
import { DecisionPanel } from '../../shared/approvals/decision.tsx'
import { ApprovalHistory } from '../../shared/approvals/history.tsx'

/** One request: what exactly is asked for, by whom, and the decision. */
export function Page() {
  const id = usePathId()
  const approval = useCall('consoleApproval', { id }, whileDeciding)
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
                Asked by {data.maker.name}, <Time at={data.created_at} />
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
              <Section title="Effect of the approval">
                <Payload approval={data} />
              </Section>
              <Section title="Why">
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

/** Every field of it, because every field is signed. */
function Payload({ approval: { payload, payload_hash } }: { approval: Approval }) {
  const fields = Object.entries(JSON.parse(payload) as Record<string, unknown>)
  return (
    <Facts
      left
      rows={[
        ...fields.map(([name, value]) => [sentence(name), shown(value)] as const),
        ['Hash of all this', <Id key="hash" value={payload_hash} />],
      ]}
    />
  )
}

const shown = (value: unknown) => {
  const text = typeof value === 'string' ? value : JSON.stringify(value)
  return text.length > 24 && !text.includes(' ') ? <Id value={text} /> : text
}
