import { type KeyboardEvent, useRef, useState } from 'react'
import { Empty, Loaded } from '../../kit/loading.tsx'
import { durationText } from '../../kit/value/countdown.tsx'
import {
  columnTexts,
  type Fields,
  type Ladder,
  type Level,
  levelsTaken,
  midOf,
  type Pair,
  priceText,
  readyFields,
  type Side,
  spreadOf,
  totalled,
} from '../../shared/prices/figures.ts'
import style from './trade.module.css'
import { staleMs, useAge, useLadder } from './use-market.ts'

type Taken = (side: Side, level: Level & { total: string }) => void
type Props = { pair: Pair; fields: Fields; onTake: Taken | null }

/** More levels would push the best ones off the screen. */
const maxLevels = 8

/**
 * The prices of both sides by size. It pauses while the pointer or the focus is inside, so that a click takes the price
 * that was read, and shows its age.
 */
export function LadderPanel({ pair, fields, onTake }: Props) {
  const query = useLadder(pair.symbol)
  const [held, setHeld] = useState<{ ladder: Ladder; at: number } | null>(null)
  const now = query.data && { ladder: query.data, at: query.dataUpdatedAt }
  const shown = held ?? now
  const hold = () => setHeld((was) => was ?? now ?? null)
  const release = () => setHeld(null)
  const take: Taken | null =
    onTake &&
    ((side, level) => {
      onTake(side, level)
      release()
      document.querySelector<HTMLInputElement>('input[name=orderqty]')?.focus()
    })
  return (
    <section
      className={`sec ${style['ladder']}`}
      onPointerMove={(event) => event.pointerType === 'mouse' && hold()}
      onPointerLeave={release}
      onFocus={hold}
      onBlur={release}
    >
      <div className="sec-h">
        <h2>Order book</h2>
        <span className="end">{shown && <Age since={shown.at} isHeld={held !== null} />}</span>
      </div>
      <Loaded query={query} lines={7}>
        {() => <Levels pair={pair} ladder={shown!.ladder} fields={fields} onTake={take} />}
      </Loaded>
    </section>
  )
}

/** The age of the prices; says when they are stale. */
function Age({ since, isHeld }: { since: number; isHeld: boolean }) {
  const age = useAge(since)
  const isStale = age > staleMs
  const text = age < 2_000 ? 'now' : `${durationText(Math.floor(age / 1_000) * 1_000)} ago`
  return (
    <>
      <span className={isStale ? 'live stale' : 'live'}>
        {isHeld ? 'Paused, ' : isStale ? 'Stale, ' : ''}
        {text}
      </span>
      <span className="vh" role="status">
        {isStale && !isHeld && 'The prices are stale, because the service does not answer.'}
      </span>
    </>
  )
}

function Levels({ pair, ladder, fields, onTake }: Omit<Props, 'onTake'> & { ladder: Ladder; onTake: Taken | null }) {
  const body = useRef<HTMLTableElement>(null)
  const rows = useStableRows(ladder)
  const ready = readyFields(pair, fields)
  const taken = ready === null ? 0 : levelsTaken(pair, ladder, ready)
  const [asks, bids] = [ladder.asks, ladder.bids].map((levels) => totalled(pair, levels.slice(0, maxLevels))) as [
    (Level & { total: string })[],
    (Level & { total: string })[],
  ]
  if (asks.length === 0 && bids.length === 0)
    return <Empty title="No quotes for this pair now.">Prices appear here as soon as there are some.</Empty>
  const deepest = Math.max(...[...asks, ...bids].map(({ total }) => Number(total)))
  const quantities = columnTexts([...asks, ...bids].flatMap(({ quantity, total }) => [quantity, total]))
  const textsOf = (index: number) => [quantities[2 * index]!, quantities[2 * index + 1]!] as const
  const row = (side: Side, level: Level & { total: string }, depth: number, index: number) => (
    <Row
      key={`${side} ${depth}`}
      {...{ side, level, pair, onTake }}
      texts={textsOf(index)}
      share={Number(level.total) / deepest}
      isTaken={fields.side === side && depth < taken}
    />
  )
  const spread = spreadOf(pair, ladder)
  return (
    <table ref={body} aria-label={`Order book of ${pair.symbol}`} onKeyDown={(event) => moveFocus(body.current, event)}>
      <thead>
        <tr>
          <th scope="col">Price</th>
          <th scope="col">
            <span className="vh">Depth</span>
          </th>
          <th scope="col" className="num">
            Quantity
          </th>
          <th scope="col" className="num">
            Total
          </th>
        </tr>
      </thead>
      <tbody>
        <Blank rows={rows.asks - asks.length} />
        {asks.map((level, depth) => row('Buy', level, depth, depth)).toReversed()}
        <tr className={style['mid']}>
          <td>
            <b>{priceText(midOf(pair, ladder) ?? '', pair.price_decimals)}</b>
          </td>
          <td colSpan={3} className="num muted">
            {spread ? `spread ${priceText(spread.price, pair.price_decimals)}` : 'one side only'}
          </td>
        </tr>
        {bids.map((level, depth) => row('Sell', level, depth, asks.length + depth))}
        <Blank rows={rows.bids - bids.length} />
      </tbody>
    </table>
  )
}

type RowProps = {
  side: Side
  pair: Pair
  level: Level & { total: string }
  texts: readonly [quantity: string, total: string]
  share: number
  isTaken: boolean
  onTake: Taken | null
}

function Row({ side, pair, level, texts: [quantity, total], share, isTaken, onTake }: RowProps) {
  const price = priceText(level.price, pair.price_decimals)
  const names = [style['level'], style[side === 'Buy' ? 'ask' : 'bid'], isTaken && style['taken']]
  return (
    <tr className={names.filter(Boolean).join(' ')}>
      <td>
        {onTake === null ? (
          <span>{price}</span>
        ) : (
          <button type="button" data-level aria-label={`${side} at ${price}`} onClick={() => onTake(side, level)}>
            <span>{price}</span>
          </button>
        )}
      </td>
      <td className={style['depth']}>
        <span style={{ width: `${Math.round(share * 100)}%` }} />
      </td>
      <td className="num">{quantity}</td>
      <td className="num">{total}</td>
    </tr>
  )
}

/** As many rows as there were at most, so that the middle does not move when a level disappears. */
function useStableRows({ asks, bids }: Ladder): { asks: number; bids: number } {
  const maxRows = useRef({ asks: 0, bids: 0 })
  maxRows.current = {
    asks: Math.min(maxLevels, Math.max(maxRows.current.asks, asks.length)),
    bids: Math.min(maxLevels, Math.max(maxRows.current.bids, bids.length)),
  }
  return maxRows.current
}

const Blank = ({ rows }: { rows: number }) =>
  Array.from({ length: Math.max(0, rows) }, (_, n) => (
    <tr key={`blank ${n}`} className={style['level']} aria-hidden>
      <td colSpan={4}>&nbsp;</td>
    </tr>
  ))

/** The arrow keys move between levels. */
function moveFocus(table: HTMLTableElement | null, event: KeyboardEvent): void {
  const step = { ArrowDown: 1, ArrowUp: -1 }[event.key]
  const levels = [...(table?.querySelectorAll<HTMLElement>('[data-level]') ?? [])]
  const at = levels.indexOf(document.activeElement as HTMLElement)
  if (step === undefined || at < 0) return
  event.preventDefault()
  levels[Math.min(levels.length - 1, Math.max(0, at + step))]?.focus()
}
