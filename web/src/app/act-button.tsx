import type { ActName } from '@specie/protocol/people/acts.ts'
import { type ApprovalKind, approvalKinds } from '@specie/protocol/people/approvals/approvals.ts'
import { type ReactNode, useState } from 'react'
import type { CallName, Input, Output } from '../api/call.ts'
import { useAct } from '../api/use-call.ts'
import { mayDo, useMe } from './session.tsx'
import { Button } from '../kit/button.tsx'
import { Confirm } from '../kit/form/confirm.tsx'

type Props<N extends CallName> = {
  call: N
  /** All of the call but its reason. */
  input: Omit<Input<N>, 'reason'>
  /** Who may; nobody else sees the button. */
  act: ActName
  /** On the button; «Halt». */
  label: string
  /** Names the act and its object: «Halt VCHF/CHF». */
  title: string
  /** On the button of the dialog, where that is another word. */
  confirm?: string
  danger?: boolean
  wide?: boolean
  small?: boolean
  /** Where two people are needed: who the second one is, is said. */
  second?: ApprovalKind
  /** What happens then. */
  children: ReactNode
  done?: (answer: Output<N>) => void
}

/** A button that asks for a reason before it acts, and says what follows and whether a second person is needed. */
export function ActButton<N extends CallName>(props: Props<N>) {
  const { call, input, act, label, title, danger = false, wide = false, small = false, second, children, done } = props
  const { confirm = second === undefined ? label : 'Propose' } = props
  const me = useMe()
  const [asking, setAsking] = useState(false)
  const close = () => setAsking(false)
  const run = useAct(call, (answer) => {
    close()
    done?.(answer)
  })
  if (!mayDo(me, act)) return null
  return (
    <>
      <Button danger={danger} wide={wide} small={small} onClick={() => setAsking(true)}>
        {label}
      </Button>
      {asking && (
        <Confirm
          open
          onClose={close}
          title={title}
          act={confirm}
          danger={danger}
          reason="required"
          busy={run.isPending}
          error={run.error}
          onConfirm={(reason) => run.mutate({ ...input, reason } as unknown as Input<N>)}
        >
          {children}
          {second !== undefined && <SecondPersonNote kind={second} />}
        </Confirm>
      )}
    </>
  )
}

/** Said before one proposes. */
export function SecondPersonNote({ kind }: { kind: ApprovalKind }) {
  return (
    <p className="small muted">
      Nothing is done yet: it needs a second person with the role {approvalKinds[kind].checkers.join(' or ')}.
    </p>
  )
}
