import { IconDownload } from '@tabler/icons-react'
import { fileAddress } from '../../api/call.ts'
import { useCall } from '../../api/use-call.ts'
import { ActButton } from '../../app/act-button.tsx'
import { usePlace } from '../../app/place.ts'
import { useMe } from '../../app/session.tsx'
import { Link } from '../../kit/link.tsx'
import { Loaded } from '../../kit/loading.tsx'
import { Facts, PageHead, Panel, Section } from '../../kit/page.tsx'
import { SmallTable } from '../../kit/table/small-table.tsx'
import { usePathId } from '../../kit/url-state.ts'
import { Badge, StateBadge } from '../../kit/value/badge.tsx'
import { sentence, stateOf } from '../../kit/value/states.ts'
import { Time } from '../../kit/value/time.tsx'
import { History } from '../history.tsx'
import { InstitutionLink } from '../institution-link.tsx'
import { Decision } from './decision.tsx'
import { Documents } from './documents.tsx'
import { Notes } from './notes.tsx'
import { alertWords, caseOutcomeWords, type FoundCase, isDecided, subjectOf } from './words.ts'

/** One case, from its alerts to its decision and export. */
export function Page() {
  const query = useCall('case', { id: usePathId() })
  return (
    <Loaded query={query} lines={10}>
      {(found) => (
        <>
          <PageHead
            title={`Case about ${subjectOf(found)}`}
            crumbs={[{ title: 'Cases', to: '/cases' }]}
            badge={<StateBadge state={found.state} box />}
            sub={
              <>
                Opened <Time at={found.created_at} />
              </>
            }
            acts={
              <a className="btn" href={fileAddress('exportCase', { id: found.caseid })} download>
                <IconDownload className="ic" aria-hidden />
                <span className="label">Export</span>
              </a>
            }
          />
          <div className="split">
            <div>
              <Alerts alerts={found.alerts_found} />
              <Items items={found.items} />
              <Notes found={found} />
              <Documents found={found} />
              <Section title="Timeline" note="oldest first">
                <History events={found.timeline.map(happened)} />
              </Section>
            </div>
            <div>
              <Summary found={found} />
              <Decision found={found} />
            </div>
          </div>
        </>
      )}
    </Loaded>
  )
}

const happened = ({ at, what, actor, why }: FoundCase['timeline'][number]) => {
  const by = sentence(actor)
  return { at, title: sentence(what), note: why === null || why === '' ? by : `${by}: ${why}` }
}

function Placed({ path, children }: { path: string | null; children: string }) {
  const to = usePlace()(path)
  if (to === null) return children
  return (
    <Link className="link" to={to}>
      {children}
    </Link>
  )
}

function Alerts({ alerts }: { alerts: FoundCase['alerts_found'] }) {
  return (
    <Section title="Alerts">
      <SmallTable
        name="Alerts"
        rows={alerts}
        rowKey={({ key }) => key}
        empty="No alert."
        columns={[
          ['Time', ({ at }) => <Time at={at} />],
          ['Alert', ({ kind, path }) => <Placed path={path}>{alertWords[kind]}</Placed>],
          ['Why', ({ text }) => text],
          ['About', ({ item }) => item && <Placed path={item.path}>{item.title}</Placed>, 'not-phone'],
          ['Decision', ({ is_open }) => (is_open ? <Badge tone="waits">Undecided</Badge> : '')],
        ]}
      />
    </Section>
  )
}

function Items({ items }: { items: FoundCase['items'] }) {
  return (
    <Section title="Items" note="what the alerts are about">
      <SmallTable
        name="Items"
        rows={items}
        rowKey={({ id }) => id}
        empty="The alerts are about no item yet."
        columns={[
          ['Item', ({ title, path }) => <Placed path={path}>{title}</Placed>],
          ['Status', ({ steps }) => steps.length > 0 && stateOf(steps.at(-1)!.what).word],
          [
            'Journals',
            ({ journals }) =>
              journals.map(({ id, path }) => (
                <span key={id}>
                  <Placed path={path}>{id}</Placed>{' '}
                </span>
              )),
          ],
        ]}
      />
    </Section>
  )
}

function Summary({ found }: { found: FoundCase }) {
  const { institution, party, risk, due_at, is_overdue, assignee, outcome, follows } = found
  return (
    <Panel title="Case" end={is_overdue && <Badge tone="broken">Overdue</Badge>}>
      <Facts
        rows={[
          institution === null
            ? ['Party', party]
            : ['Institution', <InstitutionLink key="institution" {...institution} />],
          ['Risk', sentence(risk)],
          ['Due', <Time key="due" at={due_at} />],
          ['Assigned to', assignee?.name ?? 'not assigned'],
          outcome === null ? null : ['Outcome', caseOutcomeWords[outcome]],
          follows === null
            ? null
            : [
                'Follows',
                <Link key="follows" className="link" to={`/cases/${follows}`}>
                  an earlier case
                </Link>,
              ],
        ]}
      />
      {!isDecided(found) && <Assign found={found} />}
    </Panel>
  )
}

function Assign({ found: { caseid: id, assignee } }: { found: FoundCase }) {
  const me = useMe()
  if (assignee !== null && assignee.id === me.person.id)
    return (
      <ActButton
        call="assignCase"
        input={{ id, personid: null }}
        act="cases.work"
        label="Leave"
        title="Leave the case to another person"
        wide
      >
        It is unassigned afterwards. Its due time stays.
      </ActButton>
    )
  return (
    <ActButton call="assignCase" input={{ id }} act="cases.work" label="Take" title="Take the case" wide>
      It is assigned to you.
    </ActButton>
  )
}
