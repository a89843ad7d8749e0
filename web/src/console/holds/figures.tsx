import { Id } from '../../kit/value/id.tsx'
import { Link } from '../../kit/link.tsx'
import { Money } from '../../kit/value/money.tsx'
import { chainName } from '../../kit/value/names.ts'
import { Stat } from '../../kit/page.tsx'
import { sentence, stateOf } from '../../kit/value/states.ts'
import type { HoldCase } from './hold-case.ts'
import style from './case.module.css'

const incoming = ['wire', 'deposit']

/** The amount, the counterparty and the client. */
export function Figures({ found: { thing, client } }: { found: HoldCase }) {
  const own = client.balances.find(({ asset }) => asset === thing?.money?.asset) ?? client.balances[0]
  const { kyb_state, risk } = client
  return (
    <div className={style['stats']}>
      {thing !== null && thing.money !== null && (
        <Stat name="Amount" note={thing.fee === null ? sentence(thing.kind) : <Fee fee={thing.fee} />}>
          <Money amount={thing.money.amount} currency={thing.money.asset} />
        </Stat>
      )}
      {thing !== null && <OtherSide thing={thing} />}
      {own !== undefined && (
        <Stat
          name={`${own.asset} of the client`}
          note={
            <>
              held <Money amount={own.held} currency={own.asset} />
            </>
          }
        >
          <Money amount={own.available} currency={own.asset} />
        </Stat>
      )}
      <Stat
        name="Client risk"
        note={kyb_state === null ? 'no KYB case' : `KYB: ${stateOf(kyb_state).word.toLowerCase()}`}
      >
        <Link className="link" to={`/institutions/${client.id}`}>
          {risk === null ? 'Not rated' : `${sentence(risk.class)}, ${risk.score} of 100`}
        </Link>
      </Stat>
    </div>
  )
}

function Fee({ fee }: { fee: { asset: string; amount: string } }) {
  return (
    <>
      fee <Money amount={fee.amount} currency={fee.asset} />
    </>
  )
}

function OtherSide({ thing }: { thing: NonNullable<HoldCase['thing']> }) {
  const { kind, parties, destination, destination_label, blockchain } = thing
  const name = destination_label ?? parties[0] ?? (blockchain === null ? null : chainName(blockchain))
  if (name === null && destination === null) return null
  return (
    <Stat
      name={incoming.includes(kind) ? 'From' : 'Destination'}
      note={destination === null ? undefined : <Id value={destination} />}
    >
      {name ?? 'Unnamed'}
    </Stat>
  )
}
