import { IconArrowsExchange, IconCirclePlus } from '@tabler/icons-react'
import { useCall } from '../../api/use-call.ts'
import { isError } from '../../api/call.ts'
import { mayDo, useMe } from '../../app/session.tsx'
import { Link } from '../../kit/link.tsx'
import { ErrorState, Skeleton } from '../../kit/loading.tsx'
import { Owed } from '../../kit/value/owed.tsx'
import { PageHead } from '../../kit/page.tsx'
import { Balances, isEmpty as isNothing } from './balances.tsx'
import { Movements } from './movements.tsx'
import { NextSteps } from './next-steps.tsx'
import { NeedApproval, UnderReview } from './under-review.tsx'
import { Value } from './value.tsx'
import { WaitsForYou } from './waits.tsx'

/** Balances, waiting tasks and latest movements. */
export function Page() {
  const overview = useCall('overview', {})
  const { data, error } = overview
  const isNotOpen = isError(error, 'kyb_required') || isError(error, 'agreement_missing')
  const isEmpty = data !== undefined && data.movements.length === 0 && data.balances.every(isNothing)
  const hasSteps = isNotOpen || isEmpty
  return (
    <>
      <PageHead title="Overview" acts={data !== undefined && <Acts />} />
      <Owed owed={data?.owed ?? []} title="You owe">
        Money was taken back from us after you had spent it. Your next incoming payments cover the debt; until then
        outgoing payments wait for review. Your other assets are not used. To pay sooner, sell or redeem them, or pay
        in.
      </Owed>
      <div className="split">
        {hasSteps ? (
          <NextSteps />
        ) : data !== undefined ? (
          <Value overview={data} />
        ) : error !== null ? (
          <ErrorState error={error} retry={() => void overview.refetch()} />
        ) : (
          <Skeleton lines={8} />
        )}
        <div className="stack">
          <WaitsForYou hasSteps={hasSteps} />
          <NeedApproval underWay={data?.under_way ?? []} />
          <UnderReview underWay={data?.under_way ?? []} />
        </div>
      </div>
      {data !== undefined && !isEmpty && (
        <>
          <div className="sec-gap">
            <Balances overview={data} />
          </div>
          <div className="sec-gap">
            <Movements movements={data.movements} underWay={data.under_way} />
          </div>
        </>
      )}
    </>
  )
}

function Acts() {
  const me = useMe()
  return (
    <>
      {mayDo(me, 'money.withdraw') && (
        <Link className="btn" to="/transfers">
          <IconArrowsExchange className="ic" aria-hidden />
          Move money
        </Link>
      )}
      {mayDo(me, 'money.supply') && (
        <Link className="btn not-phone" to="/supply/mint">
          <IconCirclePlus className="ic" aria-hidden />
          Mint coins
        </Link>
      )}
    </>
  )
}
