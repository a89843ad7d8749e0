import { type RowOf, useList } from '../../api/use-call.ts'
import { Badge } from '../../kit/value/badge.tsx'
import { durationText } from '../../kit/value/countdown.tsx'
import { moneyColumn } from '../../kit/table/columns.tsx'
import { type Column, DataTable } from '../../kit/table/data-table.tsx'
import { Txid } from '../../app/txid.tsx'
import { Empty } from '../../kit/loading.tsx'
import { chainName } from '../../kit/value/names.ts'
import { Section } from '../../kit/page.tsx'
import { sentence } from '../../kit/value/states.ts'

type Operation = RowOf<'chainOperations'>

const columns: readonly Column<Operation>[] = [
  {
    key: 'kind',
    title: 'What',
    cell: ({ kind, purpose }) => `${sentence(kind)}${purpose === kind ? '' : ` for a ${purpose.replaceAll('_', ' ')}`}`,
    text: ({ kind, purpose }) => `${kind} ${purpose}`,
    phone: 'title',
  },
  {
    key: 'chain',
    title: 'Chain',
    cell: ({ blockchain }) => chainName(blockchain),
    text: ({ blockchain }) => blockchain,
  },
  moneyColumn('amount', 'Amount', ({ amount, asset }) => [amount, asset], { align: true }),
  {
    key: 'txid',
    title: 'Transaction',
    cell: ({ blockchain, txid }) =>
      txid === null ? <span className="muted">not signed yet</span> : <Txid chain={blockchain} txid={txid} />,
    text: ({ txid }) => txid ?? '',
    phone: 'hide',
  },
  {
    key: 'bumps',
    title: 'Fee raised',
    cell: ({ attempts }) => (attempts > 1 ? `${attempts - 1} times` : <span className="muted">never</span>),
    text: ({ attempts }) => String(Math.max(0, attempts - 1)),
    phone: 'hide',
  },
  {
    key: 'age',
    title: 'Age',
    cell: ({ created_at }) => durationText(Math.max(0, Date.now() - Date.parse(created_at))),
    text: ({ created_at }) => created_at,
  },
  {
    key: 'state',
    title: 'Status',
    cell: ({ state }) => <Badge tone="waits">{state === 'queued' ? 'Queued' : 'In progress'}</Badge>,
    text: ({ state }) => state,
    phone: 'side',
  },
]

/** Operations that are not final yet. */
export function Operations() {
  const list = useList('chainOperations', {})
  return (
    <Section title="In progress">
      <DataTable
        name="Operations"
        list={list}
        columns={columns}
        rowKey={({ operationid }) => operationid}
        empty={
          <Empty title="No operation is in progress.">
            Mints, burns and transfers appear here until they are final.
          </Empty>
        }
      />
    </Section>
  )
}
