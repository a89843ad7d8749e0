import { useCall } from '../../api/use-call.ts'
import { Link } from '../../kit/link.tsx'
import { Loaded } from '../../kit/loading.tsx'
import { Money } from '../../kit/value/money.tsx'
import { Section } from '../../kit/page.tsx'
import { Time } from '../../kit/value/time.tsx'
import style from './supply.module.css'
import type { SupplySteps } from './timeline.ts'
import { isOver, type SupplyChange } from './words.ts'

const minuteMs = 60_000
const shifted = (at: string, ms: number): string => new Date(Date.parse(at) + ms).toISOString()

type Props = { change: SupplyChange; steps: SupplySteps }

const isIncoming = ({ amount }: { amount: string }): boolean => !amount.startsWith('-')

/** What has come in is available once the request is settled. */
const isPending = (change: SupplyChange, amount: string): boolean => !isOver(change) && isIncoming({ amount })

/** The booked and the expected movements. */
export function Legs({ change, steps: { expected, settles_at } }: Props) {
  const { requestid, created_at, updated_at } = change
  const statement = useCall('statement', {
    from: shifted(created_at, -minuteMs),
    to: shifted(updated_at, minuteMs),
    format: 'json',
  })
  return (
    <Section
      title="Movements"
      note="grey: pending, or not booked yet"
      end={
        <Link className="link" to="/statements">
          Statements
        </Link>
      }
    >
      <Loaded query={statement}>
        {({ statements }) => {
          const booked = statements.flatMap(({ asset, movements }) =>
            movements.filter(({ ref }) => ref === requestid).map((movement) => ({ asset, ...movement })),
          )
          const rows = booked.toSorted(
            (a, b) => a.at.localeCompare(b.at) || Number(isIncoming(a)) - Number(isIncoming(b)),
          )
          return (
            <div className={style['legs']} tabIndex={0} role="region" aria-label="Movements">
              <table aria-label="Movements">
                <thead>
                  <tr>
                    <th scope="col">Time</th>
                    <th scope="col" className="num">
                      Change
                    </th>
                    <th scope="col" className="num not-phone">
                      Balance after, with pending
                    </th>
                  </tr>
                </thead>
                <tbody>
                  {rows.map(({ at, asset, amount, balance }) => (
                    <tr key={`${at} ${asset} ${amount}`} className={isPending(change, amount) ? 'soon' : undefined}>
                      <td>
                        <Time at={at} />
                        {isPending(change, amount) && <small className={style['pending']}>pending</small>}
                      </td>
                      <td className="num">
                        <Money amount={amount} currency={asset} signed align />
                      </td>
                      <td className="num not-phone">
                        <Money amount={balance} currency={asset} align />
                      </td>
                    </tr>
                  ))}
                  {expected.map(({ asset, amount }) => (
                    <tr key={asset} className="soon">
                      <td>
                        {change.hold === null ? (
                          <>
                            by <Time at={settles_at} />
                          </>
                        ) : (
                          'once settled'
                        )}
                      </td>
                      <td className="num">
                        <Money amount={amount} currency={asset} signed align />
                      </td>
                      <td className="not-phone" />
                    </tr>
                  ))}
                  {rows.length === 0 && isOver(change) && (
                    <tr>
                      <td colSpan={3} className="muted">
                        No movements.
                      </td>
                    </tr>
                  )}
                </tbody>
              </table>
            </div>
          )
        }}
      </Loaded>
    </Section>
  )
}
