import { approvalKinds } from '@specie/protocol/people/approvals/approvals.ts'
import type { Output } from '../../api/call.ts'
import { useCall } from '../../api/use-call.ts'
import { Loaded } from '../../kit/loading.tsx'
import { Money } from '../../kit/value/money.tsx'
import { Facts, Panel } from '../../kit/page.tsx'
import { SmallTable } from '../../kit/table/small-table.tsx'
import { OwnLimits, singleLimits } from '../../shared/limits.tsx'
import { RequestLimit } from './request-limit.tsx'

type Limits = Output<'institutionLimits'>

/** The limits of an institution, its own approvals, and its volume of today. */
export function LimitsPanel({ institutionid }: { institutionid: string }) {
  const limits = useCall('institutionLimits', { id: institutionid })
  return (
    <Panel title="Limits and today">
      <Loaded query={limits} lines={5}>
        {({ limits: amounts, second_person, today }) => (
          <div className="stack">
            <div>
              <h3 className="s13">Largest single mint or redemption</h3>
              <Facts
                rows={singleLimits(amounts).map(({ asset, left }) => [
                  asset,
                  <Money key={asset} amount={left} scaleOf={asset} />,
                ])}
              />
            </div>
            <div className="stack">
              <h3 className="s13">In a day or a month</h3>
              <OwnLimits limits={amounts} empty="It has no limits in a day or a month." />
              <RequestLimit institutionid={institutionid} />
            </div>
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
      <SmallTable
        name="Moved today"
        rows={rows}
        rowKey={({ asset }) => asset}
        empty="Nothing moved today."
        stack={false}
        columns={[
          ['Asset', ({ asset }) => asset],
          ['In', ({ received, asset }) => <Money amount={received} scaleOf={asset} align />, 'num'],
          ['Out', ({ sent, asset }) => <Money amount={sent} scaleOf={asset} align />, 'num'],
        ]}
      />
    </div>
  )
}

/** The approvals that the institution has chosen. */
function SecondPerson({ chosen: { kinds, amounts } }: { chosen: Limits['second_person'] }) {
  return (
    <div>
      <h3 className="s13">Two of its people must agree to</h3>
      {kinds.length === 0 && <p className="s13 muted">It has chosen no approvals.</p>}
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
