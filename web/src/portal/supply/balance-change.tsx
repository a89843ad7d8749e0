import type { AssetCode } from '@specie/protocol/assets.ts'
import { Money } from '../../kit/value/money.tsx'
import { add, isNegative } from '../decimals.ts'
import style from './supply.module.css'

type Props = {
  title: string
  asset: AssetCode
  /** The available balance now. */
  before: string
  /** Negative: out. */
  change: string
  note?: string
}

/** A balance before and after. */
export function BalanceChange({ title, asset, before, change, note }: Props) {
  const after = add(before, change, asset)
  return (
    <div className={style['change']}>
      <div className="small muted">{title}</div>
      <dl>
        <dt>Now</dt>
        <dd>
          <Money amount={before} currency={asset} align />
        </dd>
        <dt>{isNegative(change) ? 'Out' : 'In'}</dt>
        <dd>
          <Money amount={change} currency={asset} signed align />
        </dd>
        <dt>After</dt>
        <dd>
          <b className={isNegative(after) ? 'is-broken' : undefined}>
            <Money amount={after} currency={asset} align />
          </b>
        </dd>
      </dl>
      {note !== undefined && <p className="small muted">{note}</p>}
    </div>
  )
}
