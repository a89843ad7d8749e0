import { machines, next } from '@specie/protocol/machines.ts'
import { useState } from 'react'
import { useAct } from '../../api/use-call.ts'
import { mayDo, useMe } from '../../app/session.tsx'
import { Button } from '../../kit/button.tsx'
import { Confirm } from '../../kit/form/confirm.tsx'
import { type Rail, railName } from './words.ts'

export function CloseRail({ rail }: { rail: Rail }) {
  const [open, setOpen] = useState(false)
  const close = useAct('closeOwnRail', () => setOpen(false))
  const mayClose = mayDo(useMe(), 'money.rails')
  const state = rail.status as keyof typeof machines.payment_rail.states
  if (!mayClose || next(machines.payment_rail, state, 'close') === null) return null
  return (
    <>
      <Button danger onClick={() => setOpen(true)}>
        Close rail
      </Button>
      <Confirm
        open={open}
        onClose={() => setOpen(false)}
        title={`Close rail ${railName(rail)}`}
        act="Close for good"
        danger
        reason="required"
        busy={close.isPending}
        error={close.error}
        onConfirm={(reason) => close.mutate({ id: rail.railid, reason })}
      >
        What arrives afterwards goes back to whoever sent it. Payments that arrived before go on. A closed rail cannot
        be opened again: add a new one instead.
      </Confirm>
    </>
  )
}
