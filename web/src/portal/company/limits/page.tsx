import { useCall } from '../../../api/use-call.ts'
import { Link } from '../../../kit/link.tsx'
import { Loaded } from '../../../kit/loading.tsx'
import { Section } from '../../../kit/page.tsx'
import { SmallTable } from '../../../kit/table/small-table.tsx'
import { Money } from '../../../kit/value/money.tsx'
import { OwnLimits, singleLimits } from '../../../shared/limits.tsx'
import { CompanyHead } from '../head.tsx'

/** The largest single requests, and what is left of the limits in a day or a month. */
export function Page() {
  const limits = useCall('companyLimits', {})
  const pairs = useCall('getTradingPairs', {}, { refetchInterval: false })
  return (
    <>
      <CompanyHead />
      <Section title="Mint and redeem" note="Largest single request.">
        <Loaded query={limits}>
          {(data) => (
            <SmallTable
              name="Limits of mint and redeem"
              rows={singleLimits(data.limits)}
              rowKey={({ asset }) => asset}
              empty="No limits."
              columns={[
                ['Coin', ({ asset }) => asset],
                ['At most', ({ asset, left }) => <Money amount={left} currency={asset} align />, 'num'],
              ]}
            />
          )}
        </Loaded>
      </Section>
      <Section title="In a day or a month" note="What your company may use, and what is left of it now.">
        <Loaded query={limits}>
          {(data) => <OwnLimits limits={data.limits} empty="You have no limits in a day or a month." />}
        </Loaded>
      </Section>
      <Section
        title="Orders"
        note="The smallest and largest order, quote or conversion, in the first asset of the pair."
      >
        <Loaded query={pairs} lines={5}>
          {(data) => (
            <SmallTable
              name="Limits of orders"
              rows={data.pairs}
              rowKey={({ symbol }) => symbol}
              empty="No pair trades now."
              stack={false}
              columns={[
                ['Pair', ({ symbol }) => symbol],
                ['At least', ({ min_order_size }) => <Money amount={min_order_size} />, 'num'],
                ['At most', ({ max_order_size }) => <Money amount={max_order_size} />, 'num'],
              ]}
            />
          )}
        </Loaded>
      </Section>
      <Section title="Your own limits">
        <p className="s13">
          The amounts above which a payment needs a second approver are under{' '}
          <Link className="link" to="/approvals/settings">
            What needs two people
          </Link>
          .
        </p>
      </Section>
    </>
  )
}
