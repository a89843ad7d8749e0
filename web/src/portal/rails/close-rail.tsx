import { machines, next } from '@specie/protocol/machines.ts'
import { ActButton } from '../../app/act-button.tsx'
import { type Rail, railName } from './words.ts'

export function CloseRail({ rail }: { rail: Rail }) {
  const state = rail.status as keyof typeof machines.payment_rail.states
  if (next(machines.payment_rail, state, 'close') === null) return null
  return (
    <ActButton
      call="closeOwnRail"
      input={{ id: rail.railid }}
      act="money.rails"
      label="Close rail"
      title={`Close rail ${railName(rail)}`}
      confirm="Close for good"
      danger
    >
      Later payments return to the sender. Payments that have arrived continue. You cannot open a closed rail again: add
      a new one instead.
    </ActButton>
  )
}
