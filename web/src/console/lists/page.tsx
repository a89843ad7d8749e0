import type { Output } from '../../api/call.ts'
import { type RowOf, useCall, useList } from '../../api/use-call.ts'
import { Badge } from '../../kit/value/badge.tsx'
import { countryName } from '../../kit/value/country.ts'
import { timeColumn } from '../../kit/table/columns.tsx'
import { type Column, DataTable } from '../../kit/table/data-table.tsx'
import { Empty, Loaded } from '../../kit/loading.tsx'
import { PageHead, Section, Stat } from '../../kit/page.tsx'
import { sentence } from '../../kit/value/states.ts'
import { FilterChoice, FilterText } from '../../kit/table/table-tools.tsx'
import { Time } from '../../kit/value/time.tsx'
import { useUrlState } from '../../kit/url-state.ts'
import { SmallTable } from '../../kit/table/small-table.tsx'
import { AgreementTexts } from './agreement-texts.tsx'
import style from './lists.module.css'
import { SanctionsLists } from './sanctions-lists.tsx'
import { Versions } from './versions.tsx'

type Lists = Output<'lists'>
type Entry = RowOf<'listEntries'>

/** Sanctions lists, country lists, and the texts of agreements. */
export function Page() {
  const lists = useCall('lists', {})
  return (
    <>
      <PageHead title="Lists" sub="Sanctions lists, country lists, and the texts of agreements." />
      <Loaded query={lists} lines={8}>
        {(data) => (
          <>
            <SanctionsLists lists={data} />
            <Versions lists={data} />
            <OwnList lists={data} />
            <Entries lists={data} />
            <Countries lists={data} />
            <Reviews lists={data} />
            <AgreementTexts texts={data.agreements} />
          </>
        )}
      </Loaded>
    </>
  )
}

const effects = { refuse: 'Refuses automatically', review: 'A person reviews it' } as const

function OwnList({ lists: { watchlists, review_from } }: { lists: Lists }) {
  return (
    <Section title="Own list" note={`names match from a similarity of ${review_from}`}>
      <SmallTable
        name="Own list"
        rows={watchlists}
        rowKey={({ list, effect }) => `${list} ${effect}`}
        empty="Your own list has no entries."
        columns={[
          ['Part', ({ list }) => list],
          ['Effect of a match', ({ effect }) => effects[effect]],
          ['Last entry', ({ changed_at }) => <Time at={changed_at} />],
          ['Entries', ({ entries }) => entries.toLocaleString('en'), 'num'],
        ]}
      />
    </Section>
  )
}

const columns: readonly Column<Entry>[] = [
  { key: 'name', title: 'Name', text: ({ name }) => name, phone: 'title' },
  { key: 'list', title: 'List', text: ({ title }) => title },
  timeColumn('listed', 'Listed', ({ listed_at }) => listed_at, { phone: 'hide' }),
  {
    key: 'effect',
    title: 'Effect of a match',
    cell: ({ effect }) => <Badge tone={effect === 'refuse' ? 'broken' : 'held'}>{effects[effect]}</Badge>,
    text: ({ effect }) => effect,
    phone: 'side',
  },
]

function Entries({ lists: { watchlists, lists } }: { lists: Lists }) {
  const [{ list, name }] = useUrlState()
  const entries = useList('listEntries', { ...(list && { list }), ...(name && { name }) })
  const official = lists.filter((one) => one.list !== 'own').map((one) => ({ value: one.list, label: one.title }))
  const own = [...new Set(watchlists.map((one) => one.list))].map((value) => ({ value, label: value }))
  return (
    <Section title="Entries">
      <DataTable
        name="Entries of lists"
        list={entries}
        columns={columns}
        rowKey={({ id }) => id}
        rowLink={({ id }) => `/lists/entries/${id}`}
        filters={
          <>
            <FilterText name="name" label="Name" />
            <FilterChoice name="list" label="List" options={[...official, ...own]} />
          </>
        }
        empty={
          <Empty
            title={list === undefined && name === undefined ? 'There is no entry yet.' : 'No entry fits these filters.'}
          >
            Entries are loaded with their lists, never one by one.
          </Empty>
        }
      />
    </Section>
  )
}

function Countries({ lists: { countries } }: { lists: Lists }) {
  return (
    <Section title="Countries" note="for the risk of an institution, its owners and directors">
      <div className="stack">
        {countries.map(({ name, effect, countries: codes }) => (
          <div key={name}>
            <h3 className={style['name']}>
              {name} <span className="muted">{codes.length}</span>
            </h3>
            <p className="s13 muted">{effect}</p>
            <p className="s13">{codes.map(countryName).toSorted().join(' · ')}</p>
          </div>
        ))}
      </div>
    </Section>
  )
}

function Reviews({ lists: { reviews } }: { lists: Lists }) {
  return (
    <Section title="Periodic reviews" note="by the risk of an institution">
      <div className="stats">
        {reviews.map(({ risk_class, months }) => (
          <Stat key={risk_class} name={`${sentence(risk_class)} risk`}>
            every {months} months
          </Stat>
        ))}
      </div>
    </Section>
  )
}
