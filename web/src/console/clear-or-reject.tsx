import { type FormEvent, type ReactNode, useState } from 'react'
import { useAct } from '../api/use-call.ts'
import { mayDo, useMe } from '../app/session.tsx'
import { Banner } from '../kit/banner.tsx'
import { Button } from '../kit/button.tsx'
import { Segment, TextArea } from '../kit/form/field.tsx'
import { Link } from '../kit/link.tsx'
import { FormError } from '../kit/form/form-error.tsx'

type Choice = 'clear' | 'reject'
const choices = [
  { value: 'clear', label: 'Clear' },
  { value: 'reject', label: 'Reject' },
] as const

type Props = {
  call: 'decideAddress' | 'decideBankAccount'
  id: string
  /** The name of the destination. */
  label: string
  /** The effect of each decision. */
  effects: Record<Choice, ReactNode>
}

/** One person rejects a destination, or proposes to clear it. */
export function ClearOrReject({ call, id, label, effects }: Props) {
  const [decision, setDecision] = useState<Choice>('clear')
  const [reason, setReason] = useState('')
  const decide = useAct(call)
  if (!mayDo(useMe(), 'wallets.decide')) return <Banner>Only compliance or the MLRO can decide.</Banner>
  const send = (event: FormEvent) => {
    event.preventDefault()
    decide.mutate({ id, decision, reason: reason.trim() })
  }
  return (
    <form className="stack" onSubmit={send}>
      <Segment label="Decision" value={decision} options={choices} onChange={setDecision} wide />
      <p className="s13">{effects[decision]}</p>
      <TextArea
        label="Reason"
        aside="kept permanently"
        name="reason"
        value={reason}
        onChange={setReason}
        error={decide.error}
      />
      <FormError error={decide.error} fields={['reason']} />
      <Button
        type="submit"
        main
        tall
        wide
        danger={decision === 'reject'}
        busy={decide.isPending}
        disabled={reason.trim() === ''}
      >
        {decision === 'clear' ? `Request to clear ${label}` : `Reject ${label}`}
      </Button>
      <p className="small muted">
        {decision === 'clear' ? 'The MLRO decides. You cannot decide on your own request.' : 'It takes effect at once.'}
      </p>
      {decide.data?.approvalid && (
        <Banner tone="waits" title="A second approver must decide.">
          <Link to={`/approvals/${decide.data.approvalid}`}>See the request</Link>
        </Banner>
      )}
    </form>
  )
}
