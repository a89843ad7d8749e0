import { IconChevronDown } from '@tabler/icons-react'
import { useState } from 'react'
import { Link } from '../../kit/link.tsx'
import { Money } from '../../kit/value/money.tsx'
import { Section } from '../../kit/page.tsx'
import style from './overview.module.css'
import type { Overview } from './answer.ts'
import { pendingIs } from './under-way.ts'

/** The balance of each asset; those with nothing in them are folded. */
export function Balances({ overview: { balances, currency, under_way } }: { overview: Overview }) {
  const [isOpen, setOpen] = useState(false)
  const [empty = [], held = []] = [true, false].map((is) => balances.filter((one) => isEmpty(one) === is))
  const row = (balance: Balance) => <Row key={balance.asset} {...balance} underWay={under_way} />
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
          {held.map(row)}
          {isOpen && empty.map(row)}
        </tbody>
      </table>
      {empty.length > 0 && (
        <button
          type="button"
          className={`link ${style['fold']}`}
          aria-expanded={isOpen}
          onClick={() => setOpen(!isOpen)}
        >
          {empty.length === 1 ? '1 empty balance' : `${empty.length} empty balances`}
          <IconChevronDown className="ic" aria-hidden />
        </button>
      )}
    </Section>
  )
}

type Balance = Overview['balances'][number]

export const isEmpty = ({ available, pending }: Balance): boolean => available === '0' && pending === '0'

function Row({ asset, available, pending, value, underWay }: Balance & { underWay: Overview['under_way'] }) {
  const composition = pending === '0' ? '' : pendingIs({ asset, pending }, underWay)
  return (
    <tr>
      <th scope="row">{asset}</th>
      <td className="num">
        <Figure amount={available} asset={asset} />
      </td>
      <td className="num">
        <Figure amount={pending} asset={asset} />
        {composition !== '' && <div className="only-phone small muted">{composition}</div>}
      </td>
      <td className="not-phone muted">{composition}</td>
      <td className="num not-phone">
        {value === null ? <span className="muted">no rate</span> : <Money amount={value} />}
      </td>
    </tr>
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
