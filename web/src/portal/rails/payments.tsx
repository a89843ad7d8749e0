import { useList } from '../../api/use-call.ts'
import { Empty } from '../../kit/loading.tsx'
import { useUrlState } from '../../kit/url-state.ts'
import { RailsHead } from './head.tsx'
import { PaymentTable } from './payment-table.tsx'

/** Every payment, over whichever rail. */
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
            <Empty title="Nothing has arrived over a rail yet.">
              Pay to the account or address of one of your rails, and the payment is here.
            </Empty>
          ) : (
            <Empty title="No payment is in this state." />
          )
        }
      />
    </>
  )
}
