import type { Output } from '../../api/call.ts'
import { StateBadge } from '../../kit/value/badge.tsx'
import { durationText } from '../../kit/value/countdown.tsx'
import { Link } from '../../kit/link.tsx'
import { Money } from '../../kit/value/money.tsx'
import { Section } from '../../kit/page.tsx'
import { rounded } from '../figures.ts'
import { payoutKinds, payerNames } from '../payouts/words.ts'
import { SmallTable } from '../../kit/table/small-table.tsx'
import style from './treasury.module.css'

type Treasury = Output<'treasury'>

/** Transfers between our own accounts that the bank has not booked yet. */
export function Sweeps({ rows }: { rows: Treasury['sweeps'] }) {
  return (
    <Section
      title="Transfers between our accounts"
      note="not booked by the bank yet"
      end={
        <Link className="link" to="/payouts?kind=sweep">
          All of them
        </Link>
      }
    >
      <SmallTable
        name="Transfers between our accounts"
        rows={rows}
        rowKey={({ id }) => id}
        empty="No transfer is in progress. The service transfers money automatically when the reserve has too little or too much."
        columns={[
          [
            'What',
            ({ id, kind }) => (
              <Link className="link" to={`/payouts/${id}`}>
                {payoutKinds[kind]}
              </Link>
            ),
          ],
          ['From', ({ from }) => payerNames[from]],
          ['To', ({ creditor }) => creditor.name],
          ['Amount', ({ amount, currency }) => <Money amount={amount} currency={currency} />, 'num'],
          ['Age', ({ created_at }) => durationText(Math.max(0, Date.now() - Date.parse(created_at)))],
          ['Status', ({ state }) => <StateBadge state={state} />],
        ]}
      />
    </Section>
  )
}

/** The balances of our own desk. */
export function Inventory({ rows }: { rows: Treasury['inventory'] }) {
  return (
    <Section title="Inventory" note="of our own desk">
      <SmallTable
        name="Inventory"
        rows={rows}
        rowKey={({ asset }) => asset}
        empty="The desk has nothing yet."
        columns={[
          ['Asset', ({ asset }) => asset],
          ['Available', ({ available, asset }) => <Money amount={available} scaleOf={asset} align />, 'num'],
          ['Pending', ({ pending, asset }) => <Money amount={pending} scaleOf={asset} align />, 'num'],
          ['Held', ({ held, asset }) => <Money amount={held} scaleOf={asset} align />, 'num'],
        ]}
      />
    </Section>
  )
}

/** What was filled in the last hour, and the desk’s part of it compared with the limit of each pair. */
export function Exposure({ rows }: { rows: Treasury['exposure'] }) {
  return (
    <Section title="Exposure" note="the desk’s part of what was filled in the last hour">
      <SmallTable
        name="Exposure"
        rows={rows}
        rowKey={({ symbol }) => symbol}
        empty="No order and no conversion was filled in the last hour."
        columns={[
          ['Pair', ({ symbol }) => symbol],
          ['Filled', ({ filled }) => <Money amount={filled.amount} currency={filled.asset} />, 'num'],
          ['Desk, base', ({ base }) => <Money amount={base.amount} currency={base.asset} signed />, 'num'],
          ['Desk, quote', ({ quote }) => <Money amount={quote.amount} currency={quote.asset} signed />, 'num'],
          ['Share of limit', ({ symbol, base, limit }) => <Share name={symbol} base={base.amount} limit={limit} />],
        ]}
      />
    </Section>
  )
}

type ShareProps = { name: string; base: string; limit: Treasury['exposure'][number]['limit'] }

/** A coin against its own fiat trades at par and has no limit. */
function Share({ name, base, limit }: ShareProps) {
  if (limit === null) return <span className="muted">at par, no limit</span>
  return <Used name={name} used={Math.abs(Number(base)) / Number(limit.amount)} />
}

function Used({ name, used }: { name: string; used: number }) {
  const text = `${rounded(used * 100, 1)} %`
  return (
    <span>
      {text}
      <svg
        className={style['bar']}
        viewBox="0 0 100 4"
        preserveAspectRatio="none"
        role="img"
        aria-label={`${name}: ${text} of its limit`}
      >
        <rect width="100" height="4" rx="2" />
        <rect width={Math.min(100, used * 100)} height="4" rx="2" />
      </svg>
    </span>
  )
}
