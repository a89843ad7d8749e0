import { IconChevronDown } from '@tabler/icons-react'
import { useUrlState } from '../../kit/url-state.ts'
import type { Pair } from '../../shared/prices/figures.ts'
import style from './trade.module.css'

/** The pair as a title that opens the choice of pairs. The address keeps it. */
export function PairChoice({ pairs, symbol }: { pairs: readonly Pair[]; symbol: string }) {
  const [, change] = useUrlState()
  return (
    <span className={style['pair']}>
      <select aria-label="Pair" value={symbol} onChange={(event) => change({ pair: event.target.value })}>
        {symbol === '' && <option value="">Choose a pair</option>}
        {pairs.map((pair) => (
          <option key={pair.symbol} value={pair.symbol}>
            {pair.symbol}
            {pair.status === 'offline' ? ' · not trading now' : ''}
          </option>
        ))}
      </select>
      <IconChevronDown className="ic" aria-hidden />
    </span>
  )
}
