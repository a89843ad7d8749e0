import type { ReactNode } from 'react'
import { Badge } from '../kit/value/badge.tsx'
import { Id } from '../kit/value/id.tsx'
import { Link } from '../kit/link.tsx'
import { Empty } from '../kit/loading.tsx'
import { Money } from '../kit/value/money.tsx'
import { Time } from '../kit/value/time.tsx'
import type { Movement, Names, TxRow } from '@specie/protocol/sandbox/explorer.ts'
import { count, useChain } from './data.ts'
import style from './explorer.module.css'

const statusWords = {
  succeeded: ['done', 'Succeeded'],
  failed: ['broken', 'Failed'],
  waiting: ['waits', 'Waiting'],
} as const

export function Status({ status, box = false }: { status: TxRow['status']; box?: boolean }) {
  const [tone, word] = statusWords[status]
  return (
    <Badge tone={tone} box={box}>
      {word}
    </Badge>
  )
}

/** An address with its known name. */
export function Party({ address, names }: { address: string | null; names: Names }) {
  const chain = useChain()
  if (address === null) return <span className="muted">none</span>
  const to = `/${chain}/address/${address}`
  const name = names[address]
  if (name === undefined) return <Id value={address} to={to} />
  return (
    <Link className="link" to={to} title={address}>
      {name}
    </Link>
  )
}

const kindWords = { mint: 'Minted', burn: 'Burned', transfer: 'Moved' } as const

export function MovementTable({ movements, names }: { movements: readonly Movement[]; names: Names }) {
  if (movements.length === 0) return <Empty title="No transfers.">This transaction moved no coins.</Empty>
  return (
    <div className="scroll-x" tabIndex={0} role="region" aria-label="Transfers">
      <table>
        <thead>
          <tr>
            <th scope="col">What</th>
            <th scope="col" className="num">
              Amount
            </th>
            <th scope="col" className="not-phone">
              From
            </th>
            <th scope="col">To</th>
          </tr>
        </thead>
        <tbody>
          {movements.map((one, i) => (
            <tr key={i}>
              <td>{kindWords[one.kind]}</td>
              <td className="num">
                <Money amount={one.amount} currency={one.asset} />
              </td>
              <td className="not-phone">
                <From movement={one} names={names} />
              </td>
              <td>
                {one.kind === 'burn' ? <span className="muted">burned</span> : <Party address={one.to} names={names} />}
                <div className="only-phone">
                  <div className={style['from']}>
                    from <From movement={one} names={names} />
                  </div>
                </div>
              </td>
            </tr>
          ))}
        </tbody>
      </table>
    </div>
  )
}

function From({ movement: { kind, from }, names }: { movement: Movement; names: Names }) {
  return kind === 'mint' ? <span className="muted">new</span> : <Party address={from} names={names} />
}

type ListProps = { items: readonly TxRow[]; label: string; empty: ReactNode; showBlock?: boolean }

/** Transactions, newest first, with their transfers. */
export function TxTable({ items, label, empty, showBlock = true }: ListProps) {
  const chain = useChain()
  if (items.length === 0) return <Empty title="No transactions.">{empty}</Empty>
  return (
    <table>
      <caption className="vh">{label}</caption>
      <thead>
        <tr>
          <th scope="col">Transaction</th>
          <th scope="col" className="not-phone">
            What
          </th>
          <th scope="col" className="num">
            Moved
          </th>
          {showBlock && (
            <th scope="col" className="num not-phone">
              Block
            </th>
          )}
          <th scope="col" className="not-phone">
            Time
          </th>
          <th scope="col" className="not-phone">
            Status
          </th>
        </tr>
      </thead>
      <tbody>
        {items.map(({ txid, what, movements, height, time, status }) => (
          <tr key={txid}>
            <td>
              <Id value={txid} to={`/${chain}/tx/${txid}`} copy={false} />
              <span className="only-phone">
                <br />
                <Status status={status} />
              </span>
            </td>
            <td className="not-phone">{what}</td>
            <td className="num">
              <Moved movements={movements} />
            </td>
            {showBlock && (
              <td className="num not-phone">
                {height === null ? '' : <Link to={`/${chain}/block/${height}`}>{count(height)}</Link>}
              </td>
            )}
            <td className="not-phone">{time === null ? <span className="muted">not yet</span> : <Time at={time} />}</td>
            <td className="not-phone">
              <Status status={status} />
            </td>
          </tr>
        ))}
      </tbody>
    </table>
  )
}

/** The first two transfers, and the number of the others. */
function Moved({ movements }: { movements: readonly Movement[] }) {
  if (movements.length === 0) return <span className="muted">nothing</span>
  return (
    <span className={style['money']}>
      {movements.slice(0, 2).map((one, i) => (
        <Money key={i} amount={one.amount} currency={one.asset} />
      ))}
      {movements.length > 2 && <small>and {movements.length - 2} more</small>}
    </span>
  )
}
