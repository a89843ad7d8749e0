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
  /** The input of the call, without the reason. */
  input: Omit<Input<N>, 'reason'>
  /** Only people with this right see the button. */
  act: ActName
  /** On the button: «Halt». */
  label: string
  /** Names the act and its object: «Halt VCHF/CHF». */
  title: string
  /** On the button of the dialog, if it is another word. */
  confirm?: string
  danger?: boolean
  wide?: boolean
  small?: boolean
  /** If the act needs two people: the kind of the request. */
  second?: ApprovalKind
  /** The consequences. */
  children: ReactNode
  done?: (answer: Output<N>) => void
}

/** A button that shows the consequences and asks for a reason before it acts. */
export function ActButton<N extends CallName>(props: Props<N>) {
  const { call, input, act, label, title, danger = false, wide = false, small = false, second, children, done } = props
  const { confirm = second === undefined ? label : 'Request' } = props
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

export function SecondPersonNote({ kind }: { kind: ApprovalKind }) {
  return (
    <p className="small muted">
      This is a request. A second approver with the role {approvalKinds[kind].checkers.join(' or ')} must approve it.
    </p>
  )
}
