import type { Input } from '../../api/call.ts'
import { type RowOf, useCall, useList } from '../../api/use-call.ts'
import { mayDo, useMe } from '../../app/session.tsx'
import { Badge, StateBadge } from '../../kit/value/badge.tsx'
import { stateColumn, timeColumn } from '../../kit/table/columns.tsx'
import { type Column, DataTable } from '../../kit/table/data-table.tsx'
import { Id } from '../../kit/value/id.tsx'
import { Link } from '../../kit/link.tsx'
import { Empty, Loaded } from '../../kit/loading.tsx'
import { chainName } from '../../kit/value/names.ts'
import { PageHead, Section } from '../../kit/page.tsx'
import { sentence } from '../../kit/value/states.ts'
import { FilterChoice } from '../../kit/table/table-tools.tsx'
import { Time } from '../../kit/value/time.tsx'
import { useUrlState } from '../../kit/url-state.ts'
import { SmallTable } from '../../kit/table/small-table.tsx'
import { Exchanges } from './exchanges.tsx'

type Address = RowOf<'institutionAddresses'>

const columns: readonly Column<Address>[] = [
  { key: 'vasp', title: 'Provider', text: ({ vasp }) => vasp ?? '', phone: 'title' },
  { key: 'institution', title: 'Institution', text: ({ institution }) => institution },
  { key: 'label', title: 'Address', text: ({ label }) => label, phone: 'hide' },
  {
    key: 'chain',
    title: 'Chain',
    cell: ({ blockchain }) => chainName(blockchain),
    text: ({ blockchain }) => blockchain,
    phone: 'hide',
  },
  {
    key: 'travel',
    title: 'Travel address',
    cell: ({ travel_address }) =>
      travel_address === null ? <span className="muted">none</span> : <Id value={travel_address} />,
    text: ({ travel_address }) => travel_address ?? '',
    phone: 'hide',
  },
  {
    key: 'data',
    title: 'Data',
    cell: ({ travelrule: { status } }) => (
      <Badge tone={status === 'complete' ? 'done' : 'waits'}>{sentence(status)}</Badge>
    ),
    text: ({ travelrule: { status } }) => status,
  },
  timeColumn('updated', 'Changed', ({ updated_at }) => updated_at, { phone: 'hide' }),
  stateColumn(({ state }) => state, { phone: 'side' }),
]

/** Exchanges with other providers, hosted wallets with their Travel Rule data, and holds for the Travel Rule. */
export function Page() {
  const [{ travelrule }] = useUrlState()
  const list = useList('institutionAddresses', { ownership: 'vasp', travelrule } as Input<'institutionAddresses'>)
  return (
    <>
      <PageHead title="Travel Rule" sub="Coins leave to a hosted wallet when its provider has approved the transfer." />
      {mayDo(useMe(), 'holds.read') && <Exchanges />}
      <Section title="Hosted wallets">
        <DataTable
          name="Hosted wallets"
          list={list}
          columns={columns}
          rowKey={({ addressid }) => addressid}
          rowLink={({ addressid }) => `/addresses/${addressid}`}
          filters={
            <FilterChoice
              name="travelrule"
              label="Data"
              options={[
                { value: 'missing', label: 'Missing' },
                { value: 'complete', label: 'Complete' },
              ]}
            />
          }
          empty={
            <Empty title={travelrule === undefined ? 'No hosted wallet was added yet.' : 'No wallet fits this filter.'}>
              A wallet appears here when an institution adds a withdrawal address that a provider hosts. The institution
              enters the provider’s travel address in its portal.
            </Empty>
          }
        />
      </Section>
      {mayDo(useMe(), 'holds.read') && <Held />}
    </>
  )
}

function Held() {
  const list = useCall('holds', { reason: 'travel_rule', limit: '20' })
  return (
    <Section title="Held for the Travel Rule" note="the newest twenty">
      <Loaded query={list}>
        {({ items }) => (
          <SmallTable
            name="Held for the Travel Rule"
            rows={items}
            rowKey={({ holdid }) => holdid}
            empty="No hold for this reason."
            columns={[
              [
                'Held',
                ({ holdid, kind, on }) => (
                  <Link className="link" to={`/holds/${holdid}`}>
                    {sentence(kind ?? on)}
                  </Link>
                ),
              ],
              ['Institution', ({ institution }) => institution],
              ['Placed', ({ created_at }) => <Time at={created_at} />],
              ['Status', ({ state }) => <StateBadge state={state} />],
            ]}
          />
        )}
      </Loaded>
    </Section>
  )
}
