import { useCall } from '../../api/use-call.ts'
import { Link } from '../../kit/link.tsx'
import { Money } from '../../kit/value/money.tsx'
import { Section } from '../../kit/page.tsx'
import style from './overview.module.css'
import type { Overview } from './answer.ts'

/** What there is of each asset. */
export function Balances({ overview: { balances, currency } }: { overview: Overview }) {
  const isOf = usePending()
  return (
    <Section
      title="Balances"
      end={
        <Link className="link" to="/statements">
          Statements
        </Link>
      }
    >
      <table className={style['balances']} aria-label="Balances">
        <thead>
          <tr>
            <th scope="col">Asset</th>
            <th scope="col" className="num">
              Available
            </th>
            <th scope="col" className="num">
              Pending
            </th>
            <th scope="col" className="not-phone">
              Pending is
            </th>
            <th scope="col" className="num not-phone">
              Value in {currency}
            </th>
          </tr>
        </thead>
        <tbody>
          {balances.map(({ asset, available, pending, value }) => (
            <tr key={asset}>
              <th scope="row">{asset}</th>
              <td className="num">
                <Figure amount={available} asset={asset} />
              </td>
              <td className="num">
                <Figure amount={pending} asset={asset} />
              </td>
              <td className="not-phone muted">{pending === '0' ? '' : isOf(asset)}</td>
              <td className="num not-phone">
                {value === null ? <span className="muted">no rate</span> : <Money amount={value} />}
              </td>
            </tr>
          ))}
        </tbody>
      </table>
    </Section>
  )
}

/** The currency is that of the row: it only tells how many decimals there are. */
function Figure({ amount, asset }: { amount: string; asset: string }) {
  const isNothing = amount === '0'
  return (
    <span className={isNothing ? 'muted' : undefined}>
      <Money amount={amount} scaleOf={asset} align />
    </span>
  )
}

/** Says of an asset what is under way in it: «1 mint, 2 withdrawals». */
function usePending(): (asset: string) => string {
  const supply = useCall('querySupplyChanges', { status: 'pending' })
  const withdrawals = useCall('queryWithdrawals', { status: 'pending' })
  return (asset) => {
    const changes = supply.data?.supplychanges ?? []
    const isIn = (type: 'mint' | 'redeem') =>
      changes.filter(
        (one) => one.type === type && [one.spent_currency, one.asset, one.received_currency].includes(asset as never),
      ).length
    const out = (withdrawals.data?.withdrawals ?? []).filter((one) => one.asset === asset).length
    return [counted(isIn('mint'), 'mint'), counted(isIn('redeem'), 'redemption'), counted(out, 'withdrawal')]
      .filter((words) => words !== '')
      .join(', ')
  }
}

const counted = (count: number, word: string): string =>
  count === 0 ? '' : `${count} ${word}${count === 1 ? '' : 's'}`
