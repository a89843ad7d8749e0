import { approvalKinds } from '@specie/protocol/people/approvals.ts'
import type { Output } from '../../api/call.ts'
import { useCall } from '../../api/use-call.ts'
import { Loaded } from '../../kit/loading.tsx'
import { decimalsOf, Money } from '../../kit/money.tsx'
import { Facts, Panel } from '../../kit/page.tsx'

type Limits = Output<'institutionLimits'>

/** What it may ask for at once, what its own people must approve, and what it has moved today. */
export function LimitsPanel({ institutionid }: { institutionid: string }) {
  const limits = useCall('institutionLimits', { id: institutionid })
  return (
    <Panel title="Limits and today">
      <Loaded query={limits} lines={5}>
        {({ limits: most, second_person, today }) => (
          <div className="stack">
            <Facts
              rows={most.map(({ asset, left }) => [
                `One mint or redemption of ${asset}`,
                <Money key={asset} amount={left} currency={asset} />,
              ])}
            />
            <Today rows={today} />
            <SecondPerson chosen={second_person} />
          </div>
        )}
      </Loaded>
    </Panel>
  )
}

function Today({ rows }: { rows: Limits['today'] }) {
  return (
    <div>
      <h3 className="s13">Moved today, UTC</h3>
      {rows.length === 0 ? (
        <p className="s13 muted">Nothing came in and nothing went out.</p>
      ) : (
        <table aria-label="Moved today">
          <thead>
            <tr>
              <th scope="col">Asset</th>
              <th scope="col" className="num">
                In
              </th>
              <th scope="col" className="num">
                Out
              </th>
            </tr>
          </thead>
          <tbody>
            {rows.map(({ asset, received, sent }) => (
              <tr key={asset}>
                <td>{asset}</td>
                {[received, sent].map((amount, n) => (
                  <td key={n === 0 ? 'in' : 'out'} className="num">
                    <Money amount={amount} scaleOf={asset} align={decimalsOf(...rows.map((one) => one.asset))} />
                  </td>
                ))}
              </tr>
            ))}
          </tbody>
        </table>
      )}
    </div>
  )
}

/** What the institution has chosen for its own people. */
function SecondPerson({ chosen: { kinds, amounts } }: { chosen: Limits['second_person'] }) {
  return (
    <div>
      <h3 className="s13">Two of its people are needed to</h3>
      {kinds.length === 0 && <p className="s13 muted">It has not chosen anything.</p>}
      <Facts
        rows={kinds.map((kind) => {
          const free = amounts.filter((one) => one.kind === kind)
          return [
            approvalKinds[kind].does,
            free.length === 0 ? (
              'always'
            ) : (
              <>
                above{' '}
                {free.map(({ asset, amount }) => (
                  <div key={asset}>
                    <Money amount={amount} currency={asset} />
                  </div>
                ))}
              </>
            ),
          ]
        })}
      />
    </div>
  )
}
