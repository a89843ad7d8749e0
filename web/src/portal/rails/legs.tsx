import { Id } from '../../kit/value/id.tsx'
import { moneyText } from '../../kit/value/money.tsx'
import { Section } from '../../kit/page.tsx'
import { sentence } from '../../kit/value/states.ts'
import { Time } from '../../kit/value/time.tsx'
import { Txid } from '../../app/txid.tsx'
import style from './rails.module.css'
import type { Payment } from './words.ts'

type Leg = Payment['legs'][number]

const words: Record<string, string> = {
  received: 'Receipt',
  screening: 'Check',
  conversion: 'Conversion at the provider',
  wire: 'Wire of the provider',
  reserve: 'Reserve',
  collection: 'Collection',
  payout: 'Payment by the bank',
  return: 'Return',
  completed: 'End',
}

/** The legs of a payment with their external references. */
export function Legs({ legs, chain }: { legs: readonly Leg[]; chain: string }) {
  return (
    <Section title="Legs" note="each step with its reference">
      <table aria-label="Legs" className={style['legs']}>
        <thead>
          <tr>
            <th scope="col">Leg</th>
            <th scope="col">Outcome</th>
            <th scope="col">Reference</th>
            <th scope="col" className="num">
              Time
            </th>
          </tr>
        </thead>
        <tbody>
          {legs.map((leg, n) => (
            <tr key={n}>
              <td>{words[leg.leg] ?? sentence(leg.leg)}</td>
              <td>{sentence(leg.status)}</td>
              <td>
                <Reference leg={leg} chain={chain} />
              </td>
              <td className="num">
                <Time at={leg.at} />
              </td>
            </tr>
          ))}
        </tbody>
      </table>
    </Section>
  )
}

/** Shortens only hashes of chains. */
function Reference({ leg: { leg, status, ref }, chain }: { leg: Leg; chain: string }) {
  if (ref === null) return null
  const isOnChain = ['mint', 'burn', 'collection', 'return'].includes(leg) && status === 'final'
  if (isOnChain) return <Txid chain={chain} txid={ref} />
  const [, amount, currency] = /^(\d[\d.]*) ([A-Z]+)$/.exec(ref) ?? []
  return amount === undefined ? <Id value={ref} /> : <span>{moneyText(amount, currency)}</span>
}
