import { Money } from '../../kit/value/money.tsx'
import { Time } from '../../kit/value/time.tsx'
import { chainName } from '../../kit/value/names.ts'
import { Txid } from '../../app/txid.tsx'
import style from './rails.module.css'
import { type Station, stationsOf } from './stations.ts'
import type { Payment, Rail } from './words.ts'

const spoken: Record<string, string> = {
  done: 'done',
  waits: 'under way',
  held: 'under review',
  broken: 'not passed',
  quiet: 'open',
}

/** The money's way, drawn: side by side where there is room, else below each other. */
export function Way({ rail, payment }: { rail: Rail; payment: Payment }) {
  return (
    <ol className={style['way']} aria-label="Stations of the payment">
      {stationsOf(rail, payment).map((station) => {
        const { key, title, icon: Icon, tone, at } = station
        return (
          <li key={key} data-tone={tone ?? 'open'} aria-current={tone === 'waits' ? 'step' : undefined}>
            <span className={style['mark']}>
              <Icon className="ic" aria-hidden />
            </span>
            <div className={style['station']}>
              <b>{title}</b>
              <span className="vh">{spoken[tone ?? 'quiet']}</span>
              <Amount station={station} rail={rail} payment={payment} />
              {at !== null && <Time at={at} />}
            </div>
          </li>
        )
      })}
    </ol>
  )
}

/** The text below a station. */
function Amount({ station: { key, tone, ref }, rail, payment }: { station: Station; rail: Rail; payment: Payment }) {
  const { received, received_currency, sent, sent_currency } = payment
  if (key === 'received') return <Money amount={received} currency={received_currency} />
  if (key === 'completed' && sent !== null) return <Money amount={sent} currency={sent_currency} />
  const isOnChain = ['mint', 'burn', 'collection'].includes(key)
  if (isOnChain && tone === 'done' && ref !== null) return <Txid chain={rail.instructions.blockchain} txid={ref} />
  if (isOnChain) return <span>on {chainName(rail.instructions.blockchain)}</span>
  if (key === 'conversion') return <span>wires the money</span>
  if (key === 'reserve') return <span>covers the coins</span>
  if (key === 'payout') return <span>pays out</span>
  return null
}
