import { Link } from '../../kit/link.tsx'
import { Money } from '../../kit/value/money.tsx'
import { Section } from '../../kit/page.tsx'
import style from './overview.module.css'
import type { Overview } from './answer.ts'
import { pendingIs } from './under-way.ts'

/** The balance of each asset. */
export function Balances({ overview: { balances, currency, under_way } }: { overview: Overview }) {
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
              <td className="not-phone muted">{pending === '0' ? '' : pendingIs(asset, under_way)}</td>
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

/** Without the currency, which the row has; the asset sets the decimals. */
function Figure({ amount, asset }: { amount: string; asset: string }) {
  const isNothing = amount === '0'
  return (
    <span className={isNothing ? 'muted' : undefined}>
      <Money amount={amount} scaleOf={asset} align />
    </span>
  )
}
