import { useCall } from '../../api/use-call.ts'
import { Id } from '../../kit/value/id.tsx'

/** The trade that an order made. */
export function TradeOf({ ordid }: { ordid: string }) {
  const { data } = useCall('queryTrades', { ordid }, { refetchInterval: false })
  const tradeid = data?.trades[0]?.tradeid
  return tradeid === undefined ? <span className="muted">…</span> : <Id value={tradeid} to={`/trades/${tradeid}`} />
}
