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
import { type Approval, approvalCalls, type ShownApproval } from './approval.ts'

type Decision = Input<'consoleDecideApproval'>['decision']

/** The maker, the checker, and the decision. */
export function DecisionPanel({ approval }: { approval: ShownApproval }) {
  const { state, maker, checker, decided_at, decision_reason } = approval
  return (
    <Panel title="Decision" end={<span className="small muted">{state === 'waiting' ? '1 of 2' : null}</span>}>
      <div className="stack">
        <Facts
          rows={[
            ['Requested by', maker.name],
            state === 'waiting' ? ['Can decide', deciderNames(approval)] : null,
            checker === null ? null : ['Second approver', checker.name],
            decided_at === null ? null : ['Decided', <Time key="at" at={decided_at} />],
            decision_reason === null ? null : ['Reason', decision_reason],
          ]}
        />
        {state === 'waiting' && approval.deciders.length === 0 && <NoDecider kind={approval.kind} />}
        <SecondPerson approval={approval} />
      </div>
    </Panel>
  )
}

const deciderNames = ({ deciders }: ShownApproval): string => deciders.map(({ name }) => name).join(', ') || 'no person'

/** Only the maker has the role, or no person. */
function NoDecider({ kind }: Pick<Approval, 'kind'>) {
  const roles = approvalKinds[kind].checkers.join(' or ')
  return (
    <Banner tone="waits" title="No person can decide this now.">
      Ask an administrator to give the role {roles} to a person who did not request it. Otherwise it expires.
    </Banner>
  )
}

/** What the viewer may do with a waiting request. */
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
    <Banner tone="waits" title="You cannot decide on this.">
      It needs the role {checkers.join(' or ')}.
    </Banner>
  )
}

/** The maker cannot decide, but can withdraw the request. */
function Own({ approval: { id, does } }: { approval: Approval }) {
  const [asking, setAsking] = useState(false)
  const withdraw = useAct(approvalCalls.withdraw, () => setAsking(false))
  return (
    <>
      <Banner tone="waits" title="You cannot approve this.">
        This is your own request. A second approver must decide.
      </Banner>
      <Button danger wide onClick={() => setAsking(true)}>
        Cancel request
      </Button>
      <Confirm
        open={asking}
        onClose={() => setAsking(false)}
        title={`Cancel request «${does}»`}
        act="Cancel request"
        danger
        busy={withdraw.isPending}
        error={withdraw.error}
        onConfirm={() => withdraw.mutate({ id })}
      >
        Nothing is done, and the request can no longer be decided. You can request it again.
      </Confirm>
    </>
  )
}

/** The half of a two-person link for the approver. */
const SecondHalf = ({ half }: { half: string }) => (
  <Banner tone="waits" title="This half of the link is shown only now.">
    Hand it directly to the owner of the link, not to the requester: <code className="mono">{half}</code>
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
        aside="required to reject"
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
        Reject
      </Button>
      <p className="small muted">
        An approval takes effect at once.{' '}
        {hasKey
          ? 'Your passkey signs this request, its hash and your decision.'
          : 'Without a passkey, we ask for your password and an authentication code.'}
      </p>
    </>
  )
}

/** The passkey signs this decision; null if the person cancels. */
async function signed(id: string, decision: Decision) {
  const options = await call(approvalCalls.challenge, { id, decision })
  return signWithPasskey<NonNullable<Input<'consoleDecideApproval'>['credential']>>(options)
}
