import { type RowOf } from '../../api/use-call.ts'
import { StateBadge } from '../../kit/value/badge.tsx'
import { ActButton } from '../../app/act-button.tsx'
import { TwoPeople } from '../two-people.tsx'

/** The switch of a pair: one person halts it, two let it trade again. */
export function PairSwitch({ pair: { symbol, state, reason } }: { pair: RowOf<'pairs'> }) {
  return (
    <TwoPeople title={`Trading of ${symbol}`} kind="pair.resume" subject={symbol}>
      <div className="stack">
        <p className="s13">
          <StateBadge state={state} /> {reason}
        </p>
        {state === 'offline' && (
          <p className="s13 muted">It stopped by itself, and trades again by itself when its price is certain.</p>
        )}
        {state === 'halted' ? (
          <ActButton
            call="proposePairResume"
            input={{ symbol }}
            act="trading.propose"
            label="Propose to trade again"
            title={`Let ${symbol} trade again`}
            wide
            second="pair.resume"
          >
            Whoever proposes it has looked at its trades and its price. What the desk has traded in the last hour counts
            from zero again.
          </ActButton>
        ) : (
          <ActButton
            call="haltPair"
            input={{ symbol }}
            act="trading.halt"
            label={`Halt ${symbol}`}
            title={`Halt ${symbol}`}
            danger
            wide
          >
            It is taken off the market at once, for everybody. Two people are needed to let it trade again.
          </ActButton>
        )}
      </div>
    </TwoPeople>
  )
}
