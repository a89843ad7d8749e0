import { useCall, useList } from '../../api/use-call.ts'
import { StateBadge } from '../../kit/badge.tsx'
import { Banner } from '../../kit/banner.tsx'
import { Empty, Loaded, Skeleton } from '../../kit/loading.tsx'
import { PageHead, Panel } from '../../kit/page.tsx'
import { Time } from '../../kit/time.tsx'

/** What the institution has, and what waits for its people. */
export function Page() {
  const company = useCall('company', {})
  return (
    <>
      <PageHead title="Overview" />
      <div className="split">
        <Loaded query={company}>
          {({ name, state }) => (
            <div className="stack">
              <div className="row">
                <b>{name}</b> <StateBadge state={state} />
              </div>
              {state !== 'approved' && <Banner tone="waits">Money can move once the company is approved.</Banner>}
            </div>
          )}
        </Loaded>
        <WaitsForYou />
      </div>
    </>
  )
}

function WaitsForYou() {
  const waiting = useList('portalApprovals', { state: 'waiting' })
  return (
    <Panel title="Waits for you" note={waiting.rows.length}>
      {waiting.isPending && <Skeleton />}
      {!waiting.isPending && waiting.rows.length === 0 && <Empty title="Nothing waits for you." />}
      <ul className="stack">
        {waiting.rows.map(({ id, does, maker, expires_at }) => (
          <li key={id} className="s13">
            <b>{does}</b>
            <p className="muted">
              {maker.name} asks. Expires <Time at={expires_at} />.
            </p>
          </li>
        ))}
      </ul>
    </Panel>
  )
}
