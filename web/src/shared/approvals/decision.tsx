import { approvalKinds } from '@specie/protocol/people/approvals/approvals.ts'
import { IconCheck, IconKey } from '@tabler/icons-react'
import { useState } from 'react'
import { call, type Input } from '../../api/call.ts'
import { hasPasskeys, signWithPasskey } from '../../api/passkey.ts'
import { useAct, useCall } from '../../api/use-call.ts'
import { useMe } from '../../app/session.tsx'
import { Banner } from '../../kit/banner.tsx'
import { Button } from '../../kit/button.tsx'
import { Confirm } from '../../kit/form/confirm.tsx'
import { TextArea } from '../../kit/form/field.tsx'
import { FormError } from '../../kit/form/form-error.tsx'
import { Facts, Panel } from '../../kit/page.tsx'
import { Time } from '../../kit/value/time.tsx'
import { useAttempt } from '../../kit/form/use-attempt.ts'
import { type Approval, approvalCalls } from './approval.ts'

type Decision = Input<'consoleDecideApproval'>['decision']

/** Who has asked, who may decide, and the decision itself. */
export function DecisionPanel({ approval }: { approval: Approval }) {
  const { state, maker, checker, kind, decided_at, decision_reason } = approval
  const { checkers } = approvalKinds[kind]
  return (
    <Panel title="Decision" end={<span className="small muted">{state === 'waiting' ? '1 of 2' : null}</span>}>
      <div className="stack">
        <Facts
          rows={[
            ['Maker', maker.name],
            ['Checker', checker?.name ?? `waits for ${checkers.join(' or ')}`],
            decided_at === null ? null : ['Decided', <Time key="at" at={decided_at} />],
            decision_reason === null ? null : ['Reason', decision_reason],
          ]}
        />
        <SecondPerson approval={approval} />
      </div>
    </Panel>
  )
}

/** What the person who looks at a waiting request may do with it. */
export function SecondPerson({ approval }: { approval: Approval }) {
  const { person } = useMe()
  const [half, setHalf] = useState<string | null>(null)
  const { checkers } = approvalKinds[approval.kind]
  if (half !== null) return <SecondHalf half={half} />
  if (approval.state !== 'waiting') return null
  if (approval.maker.id === person.id) return <Own approval={approval} />
  if (person.roles.some((role) => (checkers as readonly string[]).includes(role)))
    return <Decide approval={approval} onHalf={setHalf} />
  return (
    <Banner tone="waits" title="You cannot decide this.">
      It needs the role {checkers.join(' or ')}.
    </Banner>
  )
}

/** The maker cannot decide, but can take the request back. */
function Own({ approval: { id, does } }: { approval: Approval }) {
  const [asking, setAsking] = useState(false)
  const withdraw = useAct(approvalCalls.withdraw, () => setAsking(false))
  return (
    <>
      <Banner tone="waits" title="You cannot approve this.">
        It is your own proposal. A second person must decide.
      </Banner>
      <Button danger wide onClick={() => setAsking(true)}>
        Withdraw proposal
      </Button>
      <Confirm
        open={asking}
        onClose={() => setAsking(false)}
        title={`Withdraw «${does}»`}
        act="Withdraw"
        danger
        busy={withdraw.isPending}
        error={withdraw.error}
        onConfirm={() => withdraw.mutate({ id })}
      >
        Nothing is done, and nobody can decide on it any more. You can propose it again.
      </Confirm>
    </>
  )
}

/** Of a link that takes two people, for whoever has approved it. */
const SecondHalf = ({ half }: { half: string }) => (
  <Banner tone="waits" title="This half of the link is shown only now.">
    Hand it to the person yourself, and not to the one who asked: <code className="mono">{half}</code>
  </Banner>
)

type DecideProps = { approval: Approval; onHalf: (half: string | null) => void }

function Decide({ approval: { id, payload_hash }, onHalf }: DecideProps) {
  const factors = useCall('listFactors', {}, { refetchInterval: false })
  const [reason, setReason] = useState('')
  const decide = useAct(approvalCalls.decide, (answer) => onHalf(answer.half))
  const { attempt, busy, error: failed } = useAttempt()
  const hasKey = hasPasskeys() && (factors.data?.passkeys.length ?? 0) > 0
  const send = async (decision: Decision) => {
    const credential = hasKey ? await signed(id, decision) : undefined
    if (credential === null) return
    const why = reason.trim()
    await decide.mutateAsync({
      id,
      decision,
      payload_hash,
      ...(why !== '' && { reason: why }),
      ...(credential && { credential }),
    })
  }
  const error = decide.error ?? failed
  return (
    <>
      <TextArea
        label="Reason"
        aside="needed to refuse"
        name="reason"
        value={reason}
        onChange={setReason}
        error={error}
      />
      <FormError error={error} fields={['reason']} />
      <Button
        main
        tall
        wide
        icon={hasKey ? IconKey : IconCheck}
        busy={busy}
        onClick={() => void attempt(() => send('approve'))}
      >
        {hasKey ? 'Approve and sign with passkey' : 'Approve'}
      </Button>
      <Button
        danger
        wide
        busy={busy}
        disabled={reason.trim() === ''}
        onClick={() => void attempt(() => send('refuse'))}
      >
        Refuse
      </Button>
      <p className="small muted">
        What you approve is done at once.{' '}
        {hasKey
          ? 'Your passkey signs this request, its hash and your decision.'
          : 'Without a passkey you are asked for your password and a code.'}
      </p>
    </>
  )
}

/** The passkey signs exactly this decision; null when the person stopped it. */
async function signed(id: string, decision: Decision) {
  const options = await call(approvalCalls.challenge, { id, decision })
  return signWithPasskey<NonNullable<Input<'consoleDecideApproval'>['credential']>>(options)
}
