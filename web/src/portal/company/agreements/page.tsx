import { type List, useList } from '../../../api/use-call.ts'
import { StateBadge } from '../../../kit/value/badge.tsx'
import { type Column, DataTable } from '../../../kit/table/data-table.tsx'
import { Empty } from '../../../kit/loading.tsx'
import { Time } from '../../../kit/value/time.tsx'
import { CompanyHead } from '../head.tsx'
import { productWords } from '../words.ts'
import { type Agreement, meaning } from './words.ts'

const columns: readonly Column<Agreement>[] = [
  {
    key: 'product',
    title: 'Agreement',
    cell: ({ product }) => productWords[product],
    text: ({ product }) => product,
    phone: 'title',
  },
  { key: 'version', title: 'Version', text: ({ version }) => version, phone: 'hide' },
  {
    key: 'signed',
    title: 'Signed',
    cell: ({ signed }) => <Signature of={signed} />,
    text: ({ signed }) => signed?.at ?? '',
    phone: 'named',
  },
  {
    key: 'countersigned',
    title: 'Countersigned',
    cell: ({ countersigned }) => <Signature of={countersigned} />,
    text: ({ countersigned }) => countersigned?.at ?? '',
    phone: 'named',
  },
  {
    key: 'until',
    title: 'Sign by',
    cell: ({ sign_until, status }) => (status === 'sent' && sign_until !== null ? <Time at={sign_until} day /> : ''),
    text: ({ sign_until }) => sign_until ?? '',
    phone: 'named',
  },
  {
    key: 'status',
    title: 'Status',
    cell: ({ status }) => <StateBadge state={status}>{meaning[status]}</StateBadge>,
    text: ({ status }) => status,
    phone: 'side',
  },
]

function Signature({ of }: { of: Agreement['signed'] }) {
  if (of === null) return <span className="muted">not yet</span>
  return (
    <>
      {of.name}, <Time at={of.at} day />
    </>
  )
}

/** All agreements with the institution, newest first. */
export function Page() {
  const list: List<Agreement> = useList('agreements', {})
  return (
    <>
      <CompanyHead />
      <DataTable
        name="Agreements"
        list={list}
        columns={columns}
        rowKey={({ agreementid }) => agreementid}
        rowLink={({ agreementid }) => `/company/agreements/${agreementid}`}
        empty={
          <Empty title="No agreement yet.">
            Our team sends one for each product in your application. You read and sign it here.
          </Empty>
        }
      />
    </>
  )
}
