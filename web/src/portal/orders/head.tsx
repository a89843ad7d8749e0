import { mayDo, useMe } from '../../app/session.tsx'
import { Link } from '../../kit/link.tsx'
import { PageHead } from '../../kit/page.tsx'
import { Tabs } from '../../kit/tabs.tsx'

/** The head of the three lists. */
export function Head() {
  const mayTrade = mayDo(useMe(), 'money.trade')
  return (
    <>
      <PageHead
        title="Orders and trades"
        sub="Your orders, trades and conversions, made here or by your keys."
        acts={
          mayTrade && (
            <Link className="btn main-act" to="/trade">
              Trade
            </Link>
          )
        }
      />
      <Tabs
        label="Lists"
        tabs={[
          { title: 'Orders', to: '/orders' },
          { title: 'Trades', to: '/orders/trades' },
          { title: 'Conversions', to: '/orders/conversions' },
        ]}
      />
    </>
  )
}
