import { pairOfSwitch } from '@specie/protocol/switches.ts'
import type { RowOf } from '../../api/use-call.ts'
import { ActButton } from '../../app/act-button.tsx'
import { Badge } from '../../kit/value/badge.tsx'
import { Facts } from '../../kit/page.tsx'
import { Time } from '../../kit/value/time.tsx'
import { TwoPeople } from '../two-people.tsx'

export type SwitchRow = RowOf<'switches'>

/** «Halted» or «Running». */
export function SwitchState({ pulled }: Pick<SwitchRow, 'pulled'>) {
  return <Badge tone={pulled === null ? 'done' : 'held'}>{pulled === null ? 'Running' : 'Halted'}</Badge>
}

/** What a switch stops, who pulled it, and the buttons: one person pulls it, two lift it. */
export function SwitchPanel({ one: { what, title, effect, pulled } }: { one: SwitchRow }) {
  const symbol = pairOfSwitch(what)
  return (
    <TwoPeople title={title} kind={symbol === null ? 'switch.lift' : 'pair.resume'} subject={symbol ?? what}>
      <div className="stack">
        {pulled === null ? (
          <>
            <p className="s13">{effect}</p>
            <ActButton
              call="pullSwitch"
              input={{ what }}
              act="switches.pull"
              label="Pull the switch"
              title={`Halt: ${title}`}
              danger
              wide
            >
              Takes effect at once, in every process. {effect} Two people must approve to lift it.
            </ActButton>
          </>
        ) : (
          <>
            <Facts
              left
              rows={[
                ['Why', pulled.reason],
                ['By', pulled.actor === 'service' ? 'the service itself' : (pulled.actor ?? 'see the audit log')],
                ['Since', <Time key="since" at={pulled.since} evidence />],
              ]}
            />
            <p className="s13">{effect}</p>
            <Lift what={what} title={title} symbol={symbol} />
          </>
        )}
      </div>
    </TwoPeople>
  )
}

function Lift({ what, title, symbol }: { what: string; title: string; symbol: string | null }) {
  if (symbol !== null)
    return (
      <ActButton
        call="proposePairResume"
        input={{ symbol }}
        act="trading.propose"
        label="Request to resume the pair"
        title={`Resume: ${title}`}
        wide
        second="pair.resume"
      >
        Once the cause is resolved.
      </ActButton>
    )
  return (
    <ActButton
      call="proposeSwitchLift"
      input={{ what }}
      act="switches.propose"
      label="Request to lift the switch"
      title={`Lift: ${title}`}
      wide
      second="switch.lift"
    >
      Once the cause is resolved. Waiting items continue automatically.
    </ActButton>
  )
}
