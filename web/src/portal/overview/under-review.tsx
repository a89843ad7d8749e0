import { useList } from '../../api/use-call.ts'
import { mayDo, useMe } from '../../app/session.tsx'
import { Panel } from '../../kit/page.tsx'
import { moneyText } from '../../kit/value/money.tsx'
import type { Tone } from '../../kit/value/states.ts'
import { Time } from '../../kit/value/time.tsx'
import style from './overview.module.css'
import { isUnderReview, waitsForOwn } from '../hold.ts'
import { FutureApprovers } from '../needs-approval.tsx'
import { placeOf, type UnderWay } from './under-way.ts'
import { WaitingItem } from './waiting-item.tsx'

const maxShown = 5

type Props = { underWay: readonly UnderWay[] }

/** Transactions that wait for an approver of the institution who is not this person. */
export function NeedApproval({ underWay }: Props) {
  const me = useMe()
  const { rows } = useList('portalApprovals', { state: 'waiting' })
  const mine = mayDo(me, 'requests.decide') ? rows.filter(({ maker }) => maker.id !== me.person.id) : []
  const waiting = underWay.filter((one) => waitsForOwn(one) && !mine.some(({ subject }) => subject === one.id))
  if (waiting.length === 0) return null
  return (
    <Panel title="Waiting for approval" note={waiting.length}>
      <p className={`s13 muted ${style['reviewed']}`}>
        <FutureApprovers />
      </p>
      <Items items={waiting} tone="waits" outcome={() => 'It continues after the approval.'} />
    </Panel>
  )
}

/** Transactions that our staff review. The institution need do nothing. */
export function UnderReview({ underWay }: Props) {
  const held = underWay.filter(isUnderReview)
  if (held.length === 0) return null
  return (
    <Panel title="Under review" note={held.length}>
      <p className={`s13 muted ${style['reviewed']}`}>
        We review these transactions before they continue. You do not need to do anything unless we ask you.
      </p>
      <Items items={held} tone="held" outcome={({ kind }) => outcomes[kind]} />
    </Panel>
  )
}

type ItemsProps = { items: readonly UnderWay[]; tone: Tone; outcome: (one: UnderWay) => string }

function Items({ items, tone, outcome }: ItemsProps) {
  return (
    <>
      <ul className={style['waits']}>
        {items.slice(0, maxShown).map((one) => (
          <WaitingItem
            key={one.id}
            tone={tone}
            title={`${words[one.kind]} of ${moneyText(one.quantity, one.asset)}`}
            to={placeOf(one)}
            says={
              <>
                Since <Time at={one.hold!.since} />. {outcome(one)}
              </>
            }
          />
        ))}
      </ul>
      {items.length > maxShown && <p className="s13 muted">And {items.length - maxShown} more in their lists.</p>}
    </>
  )
}

const words = { mint: 'Mint', redemption: 'Redemption', withdrawal: 'Withdrawal', deposit: 'Deposit' }

const outcomes: { readonly [kind in UnderWay['kind']]: string } = {
  mint: 'After the review it is minted. If it is rejected, the money is available again.',
  redemption: 'After the review it is paid. If it is rejected, the coins are available again.',
  withdrawal: 'After the review it is sent. If it is rejected, the money is available again.',
  deposit: 'It is received. After the review it is credited or rejected.',
}
