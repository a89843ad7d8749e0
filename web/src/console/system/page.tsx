import type { Output } from '../../api/call.ts'
import { useCall } from '../../api/use-call.ts'
import { mayDo, useMe } from '../../app/session.tsx'
import { Badge } from '../../kit/value/badge.tsx'
import { durationText } from '../../kit/value/countdown.tsx'
import { Id } from '../../kit/value/id.tsx'
import { Link } from '../../kit/link.tsx'
import { Loaded } from '../../kit/loading.tsx'
import { chainName } from '../../kit/value/names.ts'
import { Facts, PageHead, Panel, Section } from '../../kit/page.tsx'
import { sentence } from '../../kit/value/states.ts'
import { Time } from '../../kit/value/time.tsx'
import { SmallTable } from '../small-table.tsx'

type System = Output<'system'>

/** How the service is: what it does, what it waits for, and what it stands on. */
export function Page() {
  const system = useCall('system', {}, { refetchInterval: 5_000 })
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
            sub={data.problem ?? 'The process that answers has everything that it needs.'}
          />
          <div className="split">
            <div>
              <Outside parts={data.outside} />
              <Intents system={data} />
              <Jobs jobs={data.jobs} />
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
    <Section title="Outside world" note="chains, bank and provider">
      <SmallTable
        name="Outside world"
        rows={parts}
        rowKey={({ name }) => name}
        empty="Nothing outside is connected."
        columns={[
          ['What', ({ name }) => partName(name)],
          ['Last heard of', ({ seen_at }) => <Time at={seen_at} />],
          [
            'State',
            ({ ok, problem }) =>
              ok ? <Badge tone="done">Well</Badge> : <Badge tone="waits">{problem ?? 'Not well'}</Badge>,
          ],
        ]}
      />
    </Section>
  )
}

/** From this age on an effect is worth a look. */
const oldMs = 5 * 60_000

function Intents({ system: { intents, clock } }: { system: System }) {
  const ageOf = (oldest: string): number => Math.max(0, Date.parse(clock.now) - Date.parse(oldest))
  return (
    <Section title="Effects on their way" note="whose outcome is not known yet">
      <SmallTable
        name="Effects on their way"
        rows={intents.toSorted((a, b) => a.oldest.localeCompare(b.oldest))}
        rowKey={({ effect, state }) => `${effect} ${state}`}
        empty="None: everything that was sent has been answered."
        columns={[
          ['Effect', ({ effect }) => sentence(effect)],
          ['State', ({ state }) => (state === 'sent' ? 'Sent, no answer yet' : 'To be sent')],
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

function Jobs({ jobs }: { jobs: System['jobs'] }) {
  return (
    <Section title="Jobs" note="work that only one process may do">
      <SmallTable
        name="Jobs"
        rows={jobs}
        rowKey={({ name }) => name}
        empty="No process has taken any work of this kind yet."
        columns={[
          ['Job', ({ name }) => sentence(name)],
          ['Done by', ({ holder }) => <Id value={holder} copy={false} />],
          ['Taken over', ({ takeovers }) => (takeovers === 1 ? 'once' : `${takeovers} times`), 'num'],
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
        empty="None is connected."
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
              What must always hold
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
