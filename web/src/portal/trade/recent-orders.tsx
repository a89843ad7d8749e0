import { useCall } from '../../api/use-call.ts'
import { StateBadge } from '../../kit/value/badge.tsx'
import { Id } from '../../kit/value/id.tsx'
import { Link } from '../../kit/link.tsx'
import { Empty, Loaded } from '../../kit/loading.tsx'
import { Money } from '../../kit/value/money.tsx'
import { Time } from '../../kit/value/time.tsx'
import { netOf } from './consequence.tsx'
import { type Pair, priceText } from '../../shared/prices/figures.ts'
import style from './trade.module.css'
import { shortRejection } from './words.ts'

/** The latest orders of the institution in this pair. */
export function RecentOrders({ pair }: { pair: Pair }) {
  const orders = useCall('queryOrders', { symbol: pair.symbol, limit: '6' })
  return (
    <section className={`sec ${style['orders']}`}>
      <div className="sec-h">
        <h2>Recent orders</h2>
        <span className="muted">{pair.symbol}</span>
        <Link className="link end" to={`/orders?pair=${encodeURIComponent(pair.symbol)}`}>
          All orders and trades
        </Link>
      </div>
      <Loaded query={orders}>
        {({ orders: rows }) =>
          rows.length === 0 ? (
            <Empty title="No order in this pair yet.">Your first order, placed here or by a key, appears here.</Empty>
          ) : (
            <table aria-label="Recent orders">
              <thead>
                <tr>
                  <th scope="col">Time</th>
                  <th scope="col" className="not-phone">
                    Your reference
                  </th>
                  <th scope="col">Side</th>
                  <th scope="col" className="num">
                    Quantity, {pair.base}
                  </th>
                  <th scope="col" className="num not-phone">
                    Limit
                  </th>
                  <th scope="col" className="num not-phone">
                    Average
                  </th>
                  <th scope="col" className="num not-phone">
                    Change, {pair.quote}
                  </th>
                  <th scope="col">Status</th>
                </tr>
              </thead>
              <tbody>
                {rows.map((row) => (
                  <tr key={row.ordid}>
                    <td>
                      <Link className="link" to={`/orders/${row.ordid}`}>
                        <Time at={row.created_at} />
                      </Link>
                    </td>
                    <td className="not-phone">
                      <Id value={row.clordid} copy={false} />
                    </td>
                    <td>{row.side}</td>
                    <td className="num">
                      <Money amount={row.orderqty} />
                    </td>
                    <td className="num not-phone">{priceText(row.price, pair.price_decimals)}</td>
                    {row.avg_price === null ? (
                      <td className="num muted not-phone" colSpan={2}>
                        {shortRejection(row.error.code)}
                      </td>
                    ) : (
                      <>
                        <td className="num not-phone">{priceText(row.avg_price, pair.price_decimals)}</td>
                        <td className="num not-phone">
                          <Money amount={changeOf(row)} signed />
                        </td>
                      </>
                    )}
                    <td>
                      <StateBadge state={row.ordstatus} />
                    </td>
                  </tr>
                ))}
              </tbody>
            </table>
          )
        }
      </Loaded>
    </section>
  )
}

/** The change of the quote balance. */
function changeOf(row: Parameters<typeof netOf>[0] & { side: string }): string {
  const { gets, pays } = netOf(row)
  return row.side === 'Buy' ? `-${pays}` : gets
}
