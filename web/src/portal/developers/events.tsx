import { useState } from 'react'
import { type Event, useEvents } from './use-events.ts'
import { Badge, StateBadge } from '../../kit/value/badge.tsx'
import { Banner } from '../../kit/banner.tsx'
import { Id } from '../../kit/value/id.tsx'
import { Empty, Skeleton } from '../../kit/loading.tsx'
import { PageHead, Panel } from '../../kit/page.tsx'
import { sentence } from '../../kit/value/states.ts'
import { FilterChoice } from '../../kit/table/table-tools.tsx'
import { Time } from '../../kit/value/time.tsx'
import { useUrlState } from '../../kit/url-state.ts'
import { Tabs } from '../../kit/tabs.tsx'
import { developerTabs } from './words.ts'
import style from './page.module.css'

/** The events of queryEvents, live. There are no webhooks. Programs use a long poll. */
export function Page() {
  const { state, events } = useEvents()
  const [{ type = '' }] = useUrlState()
  const [chosen, setChosen] = useState<string | null>(null)
  const types = [...new Set(events.map((event) => event.type))].toSorted()
  const shown = events.filter((event) => type === '' || event.type === type).toReversed()
  const selected = shown.find(({ eventid }) => eventid === chosen) ?? shown[0]
  return (
    <>
      <PageHead
        title="Events"
        sub="Every change of state, as your programs read it from queryEvents. This page keeps the last 500."
        badge={<FeedBadge state={state} />}
      />
      <Tabs label="Developers" tabs={developerTabs} />
      {state === 'reading' && events.length === 0 && <Skeleton lines={6} />}
      {state === 'closed' && (
        <Banner tone="waits">The feed opens once your company is approved and has signed an agreement.</Banner>
      )}
      {state !== 'reading' && state !== 'closed' && events.length === 0 && (
        <Empty title="No events yet.">A deposit, an order or a new key appears here as an event.</Empty>
      )}
      {events.length > 0 && (
        <div className="split">
          <div className="stack">
            <div className="row">
              <FilterChoice
                name="type"
                label="Type"
                options={types.map((value) => ({ value, label: typeName(value) }))}
              />
            </div>
            <EventTable events={shown} chosen={selected?.eventid ?? null} choose={setChosen} />
          </div>
          <Panel title="Event">
            {selected === undefined ? (
              <span className="muted s13">No event of this type.</span>
            ) : (
              <pre className={style['event']} tabIndex={0} aria-label="The event as programs read it">
                {JSON.stringify(selected, null, 2)}
              </pre>
            )}
          </Panel>
        </div>
      )}
    </>
  )
}

const typeName = (type: string): string => (type === 'kyb' ? 'KYB' : sentence(type))

function FeedBadge({ state }: { state: ReturnType<typeof useEvents>['state'] }) {
  if (state === 'live') return <Badge tone="done">Live</Badge>
  if (state === 'offline') return <Badge tone="broken">Offline, retrying</Badge>
  return state === 'reading' ? <Badge tone="waits">Reading</Badge> : null
}

type TableProps = { events: readonly Event[]; chosen: string | null; choose: (id: string) => void }

function EventTable({ events, chosen, choose }: TableProps) {
  return (
    <table className={style['events']}>
      <caption className="vh">Events, newest first</caption>
      <thead>
        <tr>
          <th scope="col">Time</th>
          <th scope="col" className="not-phone">
            Type
          </th>
          <th scope="col">Status</th>
          <th scope="col" className="not-phone">
            Id
          </th>
        </tr>
      </thead>
      <tbody>
        {events.map(({ eventid, at, type, status, id }) => (
          <tr key={eventid} aria-selected={eventid === chosen}>
            <td>
              <button type="button" className="link" aria-pressed={eventid === chosen} onClick={() => choose(eventid)}>
                <Time at={at} />
              </button>
              <small className="only-phone">
                <br />
                {typeName(type)}
              </small>
            </td>
            <td className="not-phone">{typeName(type)}</td>
            <td>
              <StateBadge state={status} />
            </td>
            <td className="not-phone">
              <Id value={id} />
            </td>
          </tr>
        ))}
      </tbody>
    </table>
  )
}
