import { Panel } from '../../kit/page.tsx'
import { moneyText } from '../../kit/value/money.tsx'
import { Time } from '../../kit/value/time.tsx'
import style from './overview.module.css'
import { isUnderReview, placeOf, type UnderWay } from './under-way.ts'
import { WaitingItem } from './waiting-item.tsx'

const most = 5

/** Transactions that our staff review. The institution need do nothing. */
export function UnderReview({ underWay }: { underWay: readonly UnderWay[] }) {
  const held = underWay.filter(isUnderReview)
  if (held.length === 0) return null
  return (
    <Panel title="Under review" note={held.length}>
      <p className={`s13 muted ${style['reviewed']}`}>
        We review these transactions before they continue. You need to do nothing unless we ask you.
      </p>
      <ul className={style['waits']}>
        {held.slice(0, most).map((one) => (
          <WaitingItem
            key={one.id}
            tone="held"
            title={`${words[one.kind]} of ${moneyText(one.quantity, one.asset)}`}
            to={placeOf(one)}
            says={
              <>
                Since <Time at={one.hold!.since} />. {outcomes[one.kind]}
              </>
            }
          />
        ))}
      </ul>
      {held.length > most && <p className="s13 muted">And {held.length - most} more in their lists.</p>}
    </Panel>
  )
}

const words = { mint: 'Mint', redemption: 'Redemption', withdrawal: 'Withdrawal', deposit: 'Deposit' }

const outcomes: { readonly [kind in UnderWay['kind']]: string } = {
  mint: 'After the review it is minted. If it is rejected, the money is available again.',
  redemption: 'After the review it is paid. If it is rejected, the coins are available again.',
  withdrawal: 'After the review it is sent. If it is rejected, the money is available again.',
  deposit: 'It has arrived. After the review it is credited or rejected.',
}
