import { useCall } from '../../../api/use-call.ts'
import { Empty, Loaded } from '../../../kit/loading.tsx'
import { Link } from '../../../kit/link.tsx'
import { Money } from '../../../kit/value/money.tsx'
import { Section } from '../../../kit/page.tsx'
import { CompanyHead } from '../head.tsx'

/** The largest single requests. */
export function Page() {
  const limits = useCall('companyLimits', {})
  const pairs = useCall('getTradingPairs', {}, { refetchInterval: false })
  return (
    <>
      <CompanyHead />
      <Section title="Mint and redeem" note="Largest single request.">
        <Loaded query={limits}>
          {(data) => (
            <table aria-label="Limits of mint and redeem">
              <thead>
                <tr>
                  <th scope="col">Coin</th>
                  <th scope="col" className="num">
                    At most
                  </th>
                </tr>
              </thead>
              <tbody>
                {data.limits.map(({ asset, left }) => (
                  <tr key={asset}>
                    <td>{asset}</td>
                    <td className="num">
                      <Money amount={left} currency={asset} align />
                    </td>
                  </tr>
                ))}
              </tbody>
            </table>
          )}
        </Loaded>
      </Section>
      <Section title="Orders" note="One order, quote or conversion, in the first asset of the pair.">
        <Loaded query={pairs} lines={5}>
          {(data) =>
            data.pairs.length === 0 ? (
              <Empty title="No pair trades now." />
            ) : (
              <table aria-label="Limits of orders">
                <thead>
                  <tr>
                    <th scope="col">Pair</th>
                    <th scope="col" className="num">
                      At least
                    </th>
                    <th scope="col" className="num">
                      At most
                    </th>
                  </tr>
                </thead>
                <tbody>
                  {data.pairs.map(({ symbol, min_order_size, max_order_size }) => (
                    <tr key={symbol}>
                      <td>{symbol}</td>
                      <td className="num">
                        <Money amount={min_order_size} />
                      </td>
                      <td className="num">
                        <Money amount={max_order_size} />
                      </td>
                    </tr>
                  ))}
                </tbody>
              </table>
            )
          }
        </Loaded>
      </Section>
      <Section title="Your own limits">
        <p className="s13">
          The amounts above which a second person of your institution must approve a payment are under{' '}
          <Link className="link" to="/approvals/settings">
            What needs two people
          </Link>
          .
        </p>
      </Section>
    </>
  )
}
