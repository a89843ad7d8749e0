import { StateBadge } from '../../kit/value/badge.tsx'
import { Link } from '../../kit/link.tsx'
import { Money } from '../../kit/value/money.tsx'
import { Section } from '../../kit/page.tsx'
import { sentence } from '../../kit/value/states.ts'
import { Time } from '../../kit/value/time.tsx'
import { usePlace } from '../../app/place.ts'
import type { HoldCase } from './hold-case.ts'
import style from './case.module.css'

type Card = HoldCase['related'][number]

/** The ledger has the rest. */
const maxRows = 8

/** The client's movements of the last days, oldest first, with the held one among them. */
export function RelatedMoney({ found: { thing, related, client } }: { found: HoldCase }) {
  const here: Card[] = thing === null ? [] : [{ ...thing, at: thing.created_at }]
  const cards = [...here, ...related.filter(({ id }) => id !== thing?.id)]
    .slice(0, maxRows)
    .toSorted((a, b) => a.at.localeCompare(b.at))
  return (
    <Section
      title="Related money"
      note={`${client.name}, last 30 days`}
      end={
        <Link className="link" to={`/ledger?institutionid=${client.id}`}>
          Accounts
        </Link>
      }
    >
      {cards.length === 0 ? (
        <p className="s13 muted">No money of this client has moved in the last 30 days.</p>
      ) : (
        <ol className={style['movements']}>
          {cards.map((card) => (
            <li key={card.id}>
              <OneCard card={card} isHere={card.id === thing?.id} />
            </li>
          ))}
        </ol>
      )}
    </Section>
  )
}

function OneCard({ card, isHere }: { card: Card; isHere: boolean }) {
  const to = usePlace()(card.path)
  const inside = (
    <>
      <span className="muted">{sentence(card.kind)}</span>
      <b>{card.money === null ? card.title : <Money amount={card.money.amount} currency={card.money.asset} />}</b>
      <span className={style['foot']}>
        <StateBadge state={card.state} />
        <span className="muted">
          <Time at={card.at} day />
        </span>
      </span>
    </>
  )
  const className = `${style['card']} ${isHere ? style['here'] : ''}`
  if (to === null || isHere) return <div className={className}>{inside}</div>
  return (
    <Link className={className} to={to}>
      {inside}
    </Link>
  )
}
