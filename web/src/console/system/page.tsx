import type { Output } from '../../api/call.ts'
import { useCall } from '../../api/use-call.ts'
import { mayDo, useMe } from '../../app/session.tsx'
import { Badge } from '../../kit/value/badge.tsx'
import { durationText } from '../../kit/value/countdown.tsx'
import { Link } from '../../kit/link.tsx'
import { Loaded } from '../../kit/loading.tsx'
import { chainName } from '../../kit/value/names.ts'
import { Facts, PageHead, Panel, Section } from '../../kit/page.tsx'
import { sentence } from '../../kit/value/states.ts'
import { Time } from '../../kit/value/time.tsx'
import { SmallTable } from '../../kit/table/small-table.tsx'
import { Exceptions } from './exceptions.tsx'
import { Jobs } from './jobs.tsx'

type System = Output<'system'>

/** The state of the service: open exceptions, jobs, open effects, processes and checks. */
export function Page() {
  const system = useCall('system', {}, { refetchInterval: 15_000 })
  return (
    <Loaded query={system} lines={8}>
      {(data) => (
        <>
          <PageHead
            title="System"
            badge={
              data.ready ? (
                <Badge tone="done" box>
                  Ready
                </Badge>
              ) : (
                <Badge tone="broken" box>
                  Not ready
                </Badge>
              )
            }
            sub={data.problem ?? 'The process that answered this page has all its connections.'}
          />
          <div className="split">
            <div>
              <Exceptions />
              <Jobs jobs={data.jobs} />
              <Intents system={data} />
              <Outside parts={data.outside} />
              <Processes processes={data.processes} />
            </div>
            <div>
              <Versions system={data} />
              <Checks />
            </div>
          </div>
        </>
      )}
    </Loaded>
  )
}

const partName = (name: string): string => {
  const [kind, code] = name.split(' ')
  return kind === 'chain' && code !== undefined ? chainName(code) : sentence(name)
}

function Outside({ parts }: { parts: System['outside'] }) {
  return (
    <Section title="Connections" note="chains, bank and provider">
      <SmallTable
        name="Connections"
        rows={parts}
        rowKey={({ name }) => name}
        empty="No connections."
        columns={[
          ['What', ({ name }) => partName(name)],
          ['Last contact', ({ seen_at }) => <Time at={seen_at} />],
          [
            'Status',
            ({ ok, problem }) =>
              ok ? <Badge tone="done">Healthy</Badge> : <Badge tone="waits">{problem ?? 'Unhealthy'}</Badge>,
          ],
        ]}
      />
    </Section>
  )
}

/** From this age on a person should check an effect. */
const oldMs = 5 * 60_000

function Intents({ system: { intents, clock } }: { system: System }) {
  const ageOf = (oldest: string): number => Math.max(0, Date.parse(clock.now) - Date.parse(oldest))
  return (
    <Section title="Effects in progress" note="without a known outcome yet">
      <SmallTable
        name="Effects in progress"
        rows={intents.toSorted((a, b) => a.oldest.localeCompare(b.oldest))}
        rowKey={({ effect, state }) => `${effect} ${state}`}
        empty="None. The outcome of every effect is known."
        columns={[
          ['Effect', ({ effect }) => sentence(effect)],
          ['Status', ({ state }) => (state === 'sent' ? 'Sent, no answer yet' : 'To be sent')],
          [
            'Oldest',
            ({ oldest }) => (
              <span className={ageOf(oldest) > oldMs ? 'is-waits' : undefined}>{durationText(ageOf(oldest))}</span>
            ),
          ],
          ['Count', ({ count }) => count, 'num'],
        ]}
      />
    </Section>
  )
}

function Processes({ processes }: { processes: System['processes'] }) {
  return (
    <Section title="Processes" note="by their connections to the database">
      <SmallTable
        name="Processes"
        rows={processes}
        rowKey={({ address }) => address}
        empty="No process is connected."
        columns={[
          ['From', ({ address }) => <span className="mono">{address}</span>],
          ['Since', ({ since }) => <Time at={since} />],
          ['Busy', ({ busy }) => busy, 'num'],
          ['Connections', ({ connections }) => connections, 'num'],
        ]}
      />
    </Section>
  )
}

function Versions({ system: { environment, version, schema, database, clock } }: { system: System }) {
  return (
    <Panel title="Versions and clocks">
      <Facts
        rows={[
          ['Environment', environment === 'uat' ? 'UAT' : sentence(environment)],
          ['Service', version],
          [
            'Schema',
            <span key="schema">
              {schema.migration}
              <small>
                <Time at={schema.at} />
              </small>
            </span>,
          ],
          ['PostgreSQL', database],
          ['Time of the service', <Time key="now" at={clock.now} />],
          ['Settlement time', <Time key="settlement" at={clock.settlement} />],
          ['Database clock', driftText(clock.database_ahead_ms)],
        ]}
      />
    </Panel>
  )
}

function driftText(ms: number): string {
  if (Math.abs(ms) < 5) return 'agrees'
  const far = Math.abs(ms) < 10_000 ? `${Math.abs(ms)} ms` : `${Math.round(Math.abs(ms) / 1_000)} s`
  return ms > 0 ? `${far} ahead` : `${far} behind`
}

function Checks() {
  const mayRead = mayDo(useMe(), 'ledger.read')
  const checks = useCall('ledgerChecks', {}, { enabled: mayRead })
  if (!mayRead) return null
  return (
    <Panel title="Checks of the books">
      <Loaded query={checks}>
        {({ checked_at, ok, passed_at, checks: all }) => (
          <div className="stack">
            <Facts
              rows={[
                ['Result', resultBadge(ok)],
                ['Last run', <Time key="run" at={checked_at} />],
                ['Last in order', <Time key="passed" at={passed_at} />],
                ['Rules', all.length],
              ]}
            />
            <Link className="link s13" to="/ledger">
              Rules of the books
            </Link>
          </div>
        )}
      </Loaded>
    </Panel>
  )
}

function resultBadge(ok: boolean | null) {
  if (ok === null) return 'not run yet'
  return ok ? <Badge tone="done">In order</Badge> : <Badge tone="broken">Broken</Badge>
}
