import { Panel } from '../../kit/page.tsx'
import { moneyText } from '../../kit/value/money.tsx'
import { Time } from '../../kit/value/time.tsx'
import style from './overview.module.css'
import { isUnderReview, placeOf, type UnderWay } from './under-way.ts'
import { WaitingItem } from './waiting-item.tsx'

const most = 5

/** What our staff look at before it goes on. Nothing is asked of the institution. */
export function UnderReview({ underWay }: { underWay: readonly UnderWay[] }) {
  const held = underWay.filter(isUnderReview)
  if (held.length === 0) return null
  return (
    <Panel title="Under review" note={held.length}>
      <p className={`s13 muted ${style['reviewed']}`}>
        We look at this before it goes on. You need to do nothing unless we ask you.
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
      {held.length > most && <p className="s13 muted">And {held.length - most} more, in their lists.</p>}
    </Panel>
  )
}

const words = { mint: 'Mint', redemption: 'Redemption', withdrawal: 'Withdrawal', deposit: 'Deposit' }

const outcomes: { readonly [kind in UnderWay['kind']]: string } = {
  mint: 'It is minted afterwards, or rejected, and the money is available again.',
  redemption: 'It is paid afterwards, or rejected, and the coins are available again.',
  withdrawal: 'It is sent afterwards, or rejected, and the money is available again.',
  deposit: 'It has arrived, and is credited afterwards, or not accepted.',
}
