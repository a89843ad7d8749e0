import { useState } from 'react'
import type { Input } from '../../api/call.ts'
import { type RowOf, useCall, useList } from '../../api/use-call.ts'
import { timeColumn } from '../../kit/table/columns.tsx'
import { type Column, DataTable } from '../../kit/table/data-table.tsx'
import { Id } from '../../kit/value/id.tsx'
import { Empty, Loaded } from '../../kit/loading.tsx'
import { Money } from '../../kit/value/money.tsx'
import { PageHead, Stat } from '../../kit/page.tsx'
import { sentence } from '../../kit/value/states.ts'
import { Time } from '../../kit/value/time.tsx'
import { usePathId, useUrlState } from '../../kit/url-state.ts'
import { InstitutionLink } from '../institution-link.tsx'

type Line = RowOf<'ledgerAccount'>

const columnsOf = (asset: string): readonly Column<Line>[] => [
  {
    key: 'journal',
    title: 'Journal',
    cell: ({ journal_kind }) => sentence(journal_kind),
    text: ({ journal }) => journal,
    phone: 'title',
  },
  timeColumn('at', 'When', ({ at }) => at),
  { key: 'key', title: 'Key', cell: ({ key }) => <Id value={key} copy={false} />, text: ({ key }) => key, extra: true },
  {
    key: 'number',
    title: 'Line',
    cell: ({ number }) => number,
    text: ({ number }) => String(number),
    right: true,
    phone: 'hide',
  },
  {
    key: 'amount',
    title: 'Change',
    cell: ({ amount }) => <Money amount={amount} scaleOf={asset} signed align />,
    text: ({ amount }) => amount,
    right: true,
    phone: 'side',
  },
  {
    key: 'balance',
    title: 'Balance after',
    cell: ({ balance }) => <Money amount={balance} scaleOf={asset} align />,
    text: ({ balance }) => balance,
    right: true,
    phone: 'hide',
  },
]

/** One account: its balance at any time, and its lines. */
export function Page() {
  const id = usePathId()
  const [{ at }] = useUrlState()
  const input = { id, at } as Input<'ledgerAccount'>
  const found = useCall('ledgerAccount', input)
  const list = useList('ledgerAccount', input)
  return (
    <Loaded query={found}>
      {({ account, balance_at, at: asOf }) => (
        <>
          <PageHead
            title={`${account.kind} ${account.asset}`}
            crumbs={[{ title: 'Ledger', to: '/ledger' }]}
            sub={<Id value={account.code} />}
          />
          <div className="stats">
            <Stat name={at === undefined ? 'Balance now' : 'Balance then'} note={<Time at={asOf} evidence />}>
              <Money amount={balance_at} currency={account.asset} />
            </Stat>
            <Stat
              name="Positive on"
              note={`${account.lines.toLocaleString('en')} ${account.lines === 1 ? 'line' : 'lines'} in all`}
            >
              {sentence(account.side)}
            </Stat>
            {account.institution !== null && (
              <Stat name="Institution">
                <InstitutionLink id={account.institution.id} name={account.institution.name} />
              </Stat>
            )}
          </div>
          <div className="sec-gap">
            <DataTable
              name="Lines"
              list={list}
              columns={columnsOf(account.asset)}
              rowKey={({ number }) => String(number)}
              rowLink={({ journal }) => `/ledger/journals/${journal}`}
              filters={<AsOf key={at} />}
              empty={<Empty title="No line before this time.">Choose a later time to see its lines.</Empty>}
            />
          </div>
        </>
      )}
    </Loaded>
  )
}

/** Chooses a time by the local clock; the address has it in UTC. */
function AsOf() {
  const [{ at }, change] = useUrlState()
  const [text, setText] = useState(at === undefined ? '' : localText(at))
  return (
    <form
      className="row"
      onSubmit={(event) => {
        event.preventDefault()
        change({ at: text === '' ? undefined : new Date(text).toISOString() })
      }}
    >
      <input
        className="chip"
        type="datetime-local"
        step={1}
        aria-label="As of"
        value={text}
        onChange={(event) => setText(event.target.value)}
      />
      <button type="submit" className="btn sm">
        Show as of then
      </button>
      {at !== undefined && (
        <button type="button" className="btn sm quiet" onClick={() => change({ at: undefined })}>
          Now
        </button>
      )}
    </form>
  )
}

function localText(at: string): string {
  const date = new Date(at)
  return new Date(date.getTime() - date.getTimezoneOffset() * 60_000).toISOString().slice(0, 19)
}
