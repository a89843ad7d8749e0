import { Link } from '../../kit/link.tsx'
import { Empty } from '../../kit/loading.tsx'
import { StateBadge } from '../../kit/value/badge.tsx'
import { Money } from '../../kit/value/money.tsx'
import { Id } from '../../kit/value/id.tsx'
import { Section } from '../../kit/page.tsx'
import { Time } from '../../kit/value/time.tsx'
import { shownStatus } from '../hold.ts'
import { placeOf } from '../statements/place.ts'
import style from './overview.module.css'
import type { Overview } from './answer.ts'
import type { UnderWay } from './under-way.ts'

type Movement = Overview['movements'][number]

/** The latest bookings, each with a link to its transaction. */
export function Movements({ movements, underWay }: { movements: readonly Movement[]; underWay: readonly UnderWay[] }) {
  const statusOf = new Map(underWay.map((one) => [one.id, shownStatus(one)]))
  return (
    <Section
      title="Latest movements"
      end={
        <Link className="link" to="/statements/movements">
          All movements
        </Link>
      }
    >
      {movements.length === 0 ? (
        <Empty title="No movements yet." />
      ) : (
        <table className={style['movements']} aria-label="Latest movements">
          <thead className="not-phone">
            <tr>
              <th scope="col">Time</th>
              <th scope="col">What</th>
              <th scope="col">Reference</th>
              <th scope="col" className="num">
                Amount
              </th>
            </tr>
          </thead>
          <tbody>
            {grouped(movements).map((legs) => (
              <Row key={`${legs[0].at} ${legs[0].ref}`} legs={legs} status={statusOf.get(legs[0].ref)} />
            ))}
          </tbody>
        </table>
      )}
    </Section>
  )
}

type Legs = [Movement, ...Movement[]]

/** `status`: of a movement that is not done yet. */
function Row({ legs, status }: { legs: Legs; status: string | undefined }) {
  const [{ at, ref, reftype }] = legs
  const path = placeOf({ reftype, ref })
  // Outgoing is first: the incoming leg says what was bought.
  const { phrase } = legs.at(-1)!
  return (
    <tr>
      <td className={style['time']}>
        <Time at={at} />
      </td>
      <td className={style['what']}>
        {path === null ? phrase : <Link to={path}>{phrase}</Link>}
        {status !== undefined && (
          <span className={style['status']}>
            <StateBadge state={status} />
          </span>
        )}
      </td>
      <td className="not-phone">
        <Id value={ref} {...(path !== null && { to: path })} />
      </td>
      <td className={`num ${style['amounts']}`}>
        {legs.map(({ asset, amount }) => (
          <div key={asset}>
            <Money amount={amount} currency={asset} signed align />
          </div>
        ))}
      </td>
    </tr>
  )
}

/** Groups the movements of one transaction at the same time. */
function grouped(movements: readonly Movement[]): Legs[] {
  const groups: Legs[] = []
  for (const movement of movements) {
    const last = groups.at(-1)
    if (last !== undefined && last[0].ref === movement.ref && last[0].at === movement.at) last.push(movement)
    else groups.push([movement])
  }
  // Outgoing before incoming.
  return groups.map(
    (legs) => legs.toSorted((a, b) => Number(b.amount.startsWith('-')) - Number(a.amount.startsWith('-'))) as Legs,
  )
}
