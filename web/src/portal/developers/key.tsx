import { useCall } from '../../api/use-call.ts'
import { mayDo, useMe } from '../../app/session.tsx'
import { StateBadge } from '../../kit/value/badge.tsx'
import { Banner } from '../../kit/banner.tsx'
import { Countdown } from '../../kit/value/countdown.tsx'
import { Id } from '../../kit/value/id.tsx'
import { Link } from '../../kit/link.tsx'
import { Loaded } from '../../kit/loading.tsx'
import { Facts, PageHead, Panel, Section } from '../../kit/page.tsx'
import { Time } from '../../kit/value/time.tsx'
import { usePathId } from '../../kit/url-state.ts'
import { Timeline } from '../../kit/timeline.tsx'
import type { Reached } from '../../kit/timeline-steps.ts'
import { keyKind } from './key-timeline.ts'
import { KeyActs } from './key-acts.tsx'
import { KeyWindow } from './key-window.tsx'
import { ProvePanel } from './prove-panel.tsx'
import { RecentCalls } from '../../shared/recent-calls.tsx'
import { type Key, scopeText, shownState } from './words.ts'

/** One key: its scopes, its calls, and its acts. */
export function Page() {
  const id = usePathId()
  const key = useCall('key', { id })
  const mayEdit = mayDo(useMe(), 'keys.edit')
  return (
    <Loaded query={key} lines={8}>
      {(data) => (
        <>
          <PageHead
            title={data.label}
            crumbs={[{ title: 'Developers', to: '/developers' }]}
            badge={<StateBadge state={shownState(data)} box />}
            acts={<KeyActs apiKey={data} />}
            sub={
              data.last_used_at === null ? (
                'Never used.'
              ) : (
                <>
                  Last used <Time at={data.last_used_at} />.
                </>
              )
            }
          />
          <div className="split">
            <div>
              {data.status === 'registered' && mayEdit && <ProvePanel id={id} />}
              <Ending apiKey={data} />
              <Section
                title="Recent calls"
                note="the last hundred, newest first"
                end={
                  <Link className="link" to={`/developers/signature?key=${id}`}>
                    Test a signature
                  </Link>
                }
              >
                <RecentCalls id={id} />
              </Section>
            </div>
            <div>
              <Panel title="Scopes">
                <KeyFacts apiKey={data} mayEdit={mayEdit} />
              </Panel>
              <Panel title="History">
                <Timeline kind={keyKind} reached={stepsOf(data)} />
              </Panel>
            </div>
          </div>
        </>
      )}
    </Loaded>
  )
}

/** A replaced key shows when it ends. */
function Ending({ apiKey: { status, revoke_at } }: { apiKey: Key }) {
  if (status !== 'rotating' || revoke_at === null) return null
  return (
    <div className="sec">
      <Banner tone="waits" title="Its successor is in use.">
        The service refuses this key in <Countdown until={revoke_at} />, from <Time at={revoke_at} /> on. Move every
        program to the new key before.
      </Banner>
    </div>
  )
}

function KeyFacts({ apiKey, mayEdit }: { apiKey: Key; mayEdit: boolean }) {
  const { keyid, publickey, scopes, ip_allowlist, expires_at, last_nonce, replaces, created_at } = apiKey
  return (
    <Facts
      rows={[
        ['Scopes', scopeText(scopes)],
        [
          'Networks',
          ip_allowlist.length === 0
            ? 'any address'
            : ip_allowlist.map((one) => (
                <div key={one} className="mono">
                  {one}
                </div>
              )),
        ],
        ['Age of a call', <KeyWindow key="window" apiKey={apiKey} mayEdit={mayEdit} />],
        ['Expires', expires_at === null ? 'never' : <Time key="expires" at={expires_at} />],
        ['Last nonce', last_nonce === null ? 'none' : <Id key="nonce" value={last_nonce} />],
        replaces === null
          ? null
          : ['Replaces', <Id key="replaces" value={replaces} to={`/developers/keys/${replaces}`} />],
        ['Registered', <Time key="created" at={created_at} />],
        ['Public key', <Id key="public" value={publickey} />],
        ['Key id', <Id key="id" value={keyid} />],
      ]}
    />
  )
}

const stepsOf = ({ steps }: Key): Reached<Key['status']>[] =>
  steps.map(({ state, at }, i) => ({
    state,
    at,
    ...(state === 'active' && steps[i - 1]?.state === 'frozen' && { title: 'In use again' }),
  }))
