import type { RowOf } from '../api/use-call.ts'
import { Link } from '../kit/link.tsx'
import { Money } from '../kit/value/money.tsx'

type Pair = Pick<RowOf<'pairs'>, 'symbol' | 'filled' | 'desk'>

const baseOf = ({ symbol }: Pair): string => symbol.split('/')[0]!

/** What clients traded in the last hour, at the desk and at venues. */
export function FilledLately({ pair }: { pair: Pair }) {
  if (pair.filled === '0') return <span className="muted">nothing</span>
  return <Money amount={pair.filled} currency={baseOf(pair)} />
}

/** The desk's purchases or, below zero, sales of the last hour. */
export function DeskLately({ pair }: { pair: Pair }) {
  if (pair.desk === null)
    return <span className="muted">{pair.filled === '0' ? 'nothing' : 'none: all at venues'}</span>
  return (
    <Link className="link" to="/treasury">
      <Money amount={pair.desk.base} currency={baseOf(pair)} signed />
    </Link>
  )
}
