import { type RowOf } from '../../api/use-call.ts'
import { StateBadge } from '../../kit/value/badge.tsx'
import { ActButton } from '../../app/act-button.tsx'
import { TwoPeople } from '../two-people.tsx'

/** The switch of a pair: one person halts it, two resume it. */
export function PairSwitch({ pair: { symbol, state, reason } }: { pair: RowOf<'pairs'> }) {
  return (
    <TwoPeople title={`Trading of ${symbol}`} kind="pair.resume" subject={symbol}>
      <div className="stack">
        <p className="s13">
          <StateBadge state={state} /> {reason}
        </p>
        {state === 'offline' && (
          <p className="s13 muted">
            The pair stopped automatically, and resumes automatically when its price is certain.
          </p>
        )}
        {state === 'halted' ? (
          <ActButton
            call="proposePairResume"
            input={{ symbol }}
            act="trading.propose"
            label="Request to resume trading"
            title={`Resume trading of ${symbol}`}
            wide
            second="pair.resume"
          >
            Check its trades and its price first. The desk's volume of the last hour restarts at zero.
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
            Trading stops at once for all clients. Two people must approve its resumption.
          </ActButton>
        )}
      </div>
    </TwoPeople>
  )
}
