import { type ReactNode, useState } from 'react'
import type { CallName, Input, Output } from '../api/call.ts'
import { useAct } from '../api/use-call.ts'
import { Button } from '../kit/button.tsx'
import { Confirm } from '../kit/confirm.tsx'

/** Calls that take the id of something and a reason. */
type ReasonCall = {
  [N in CallName]: Input<N> extends { id: string; reason: string }
    ? { id: string; reason: string } extends Input<N>
      ? N
      : never
    : never
}[CallName]

type Props<N extends ReasonCall> = {
  call: N
  id: string
  /** On the button. */
  label: string
  /** Names the act and its object. */
  title: string
  /** On the button of the dialog. */
  act: string
  danger?: boolean
  /** What happens then, and who must approve it. */
  children: ReactNode
  done?: (answer: Output<N>) => void
}

/** A button, and the dialog that says what follows and asks for the reason. */
export function ReasonAct<N extends ReasonCall>({
  call,
  id,
  label,
  title,
  act,
  danger = false,
  children,
  done,
}: Props<N>) {
  const [open, setOpen] = useState(false)
  const run = useAct(call, (answer) => {
    setOpen(false)
    done?.(answer)
  })
  return (
    <>
      <Button wide danger={danger} onClick={() => setOpen(true)}>
        {label}
      </Button>
      {open && (
        <Confirm
          open
          onClose={() => setOpen(false)}
          title={title}
          act={act}
          danger={danger}
          reason="required"
          busy={run.isPending}
          error={run.error}
          onConfirm={(reason) => run.mutate({ id, reason } as Input<N>)}
        >
          {children}
        </Confirm>
      )}
    </>
  )
}
