import { usePlace } from '../../app/place.ts'
import type { Output } from '../../api/call.ts'
import { useCall } from '../../api/use-call.ts'
import { Link } from '../../kit/link.tsx'
import { Loaded } from '../../kit/loading.tsx'
import { Section } from '../../kit/page.tsx'
import { SmallTable } from '../../kit/table/small-table.tsx'
import { Money } from '../../kit/value/money.tsx'
import { Time } from '../../kit/value/time.tsx'

type Found = Output<'institutionMoney'>

/** What the institution has, and its latest movements as it reads them itself. */
export function BalancesAndMovements({ institutionid }: { institutionid: string }) {
  const money = useCall('institutionMoney', { id: institutionid })
  return (
    <>
      <Section title="Balances">
        <Loaded query={money}>{({ balances }) => <Balances rows={balances} />}</Loaded>
      </Section>
      <Section title="Activity" note="the latest ten movements">
        <Loaded query={money}>{({ movements }) => <Movements rows={movements} />}</Loaded>
      </Section>
    </>
  )
}

function Balances({ rows }: { rows: Found['balances'] }) {
  return (
    <SmallTable
      name="Balances"
      rows={rows}
      rowKey={({ asset }) => asset}
      empty="All its balances are empty."
      columns={[
        ['Asset', ({ asset }) => <b>{asset}</b>],
        ['Available', ({ available, asset }) => <Money amount={available} scaleOf={asset} align />, 'num'],
        ['Pending', ({ pending, asset }) => <Money amount={pending} scaleOf={asset} align />, 'num'],
        ['On hold', ({ held, asset }) => <Money amount={held} scaleOf={asset} align />, 'num'],
      ]}
    />
  )
}

function Movements({ rows }: { rows: Found['movements'] }) {
  const placeOf = usePlace()
  return (
    <SmallTable
      name="Activity"
      rows={rows}
      rowKey={({ at, ref, asset, amount }) => `${at} ${ref} ${asset} ${amount}`}
      empty="No money has moved yet."
      columns={[
        [
          'Movement',
          ({ phrase, path }) => {
            const to = placeOf(path)
            return to === null ? (
              phrase
            ) : (
              <Link className="link" to={to}>
                {phrase}
              </Link>
            )
          },
        ],
        ['Time', ({ at }) => <Time at={at} />],
        ['Amount', ({ amount, asset }) => <Money amount={amount} currency={asset} signed align />, 'num'],
      ]}
    />
  )
}
