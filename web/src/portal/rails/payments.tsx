import { useList } from '../../api/use-call.ts'
import { Empty } from '../../kit/loading.tsx'
import { useUrlState } from '../../kit/url-state.ts'
import { RailsHead } from './head.tsx'
import { PaymentTable } from './payment-table.tsx'

/** All payments over all rails. */
export function Page() {
  const [{ status }] = useUrlState()
  const list = useList('queryPayments', { status })
  return (
    <>
      <RailsHead />
      <PaymentTable
        list={list}
        empty={
          status === undefined ? (
            <Empty title="No payment yet.">
              A payment to the account or address of one of your rails appears here.
            </Empty>
          ) : (
            <Empty title="No payment is in this state." />
          )
        }
      />
    </>
  )
}
