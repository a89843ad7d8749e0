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
      confirm="Close permanently"
      danger
    >
      Later payments return to the sender. Payments that have arrived continue. A closed rail cannot be opened again.
      Add a new one instead.
    </ActButton>
  )
}
