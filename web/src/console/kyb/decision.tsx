import { machines } from '@specie/protocol/machines.ts'
import { type FormEvent, useState } from 'react'
import type { Input } from '../../api/call.ts'
import { useAct, useCall } from '../../api/use-call.ts'
import { mayDo, useMe } from '../../app/session.tsx'
import { Badge, StateBadge } from '../../kit/value/badge.tsx'
import { Banner } from '../../kit/banner.tsx'
import { Button } from '../../kit/button.tsx'
import { Countdown } from '../../kit/value/countdown.tsx'
import { Segment, TextArea } from '../../kit/form/field.tsx'
import { FormError } from '../../kit/form/form-error.tsx'
import { Id } from '../../kit/value/id.tsx'
import { Loaded } from '../../kit/loading.tsx'
import { Facts, Panel } from '../../kit/page.tsx'
import { phrase, sentence } from '../../kit/value/states.ts'
import { Time } from '../../kit/value/time.tsx'
import type { Approval } from '../../shared/approvals/approval.ts'
import { SecondPerson } from '../../shared/approvals/decision.tsx'
import { ActButton } from '../../app/act-button.tsx'
import type { KybCase } from './kyb-case.ts'
import { uncheckedOf } from './requirements.tsx'

type Choice = Input<'proposeDecision'>['decision']
const choices: readonly Choice[] = ['approve', 'reject', 'reinstate']

const effects: Record<Choice, string> = {
  approve:
    'The agreements of the requested products are sent for signature. The institution may use the products of its agreements until the next review.',
  reject: 'The case ends here. The institution gets no access.',
  reinstate: 'The suspension ends, and the institution has its access again.',
}

/** Propose, decide as the second person, or see what is missing. */
export function Decision({ found }: { found: KybCase }) {
  const waiting = useCall('consoleApprovals', { kind: 'kyb.decide', state: 'waiting' })
  return (
    <Panel title="Decision" end={<StateBadge state={found.state} />}>
      <Loaded query={waiting}>
        {({ items }) => {
          const request = items.find(({ institution }) => institution?.id === found.institutionid)
          return request === undefined ? <Undecided found={found} /> : <Proposed approval={request} />
        }}
      </Loaded>
    </Panel>
  )
}

function Proposed({ approval }: { approval: Approval }) {
  const { maker, created_at, reason, expires_at, payload, payload_hash } = approval
  const { decision } = JSON.parse(payload) as { decision: Choice }
  return (
    <div className="stack">
      <div>
        <Badge tone="waits">1 of 2</Badge>
        <p className="small muted">
          Requested by {maker.name}, <Time at={created_at} />
        </p>
        <h3>{sentence(decision)}</h3>
        <p className="s13">{reason}</p>
        <p className="s13 muted">{effects[decision]}</p>
      </div>
      <Facts
        rows={[
          ['Payload', <Id key="hash" value={payload_hash} />],
          ['Expires', <Countdown key="in" until={expires_at} />],
        ]}
      />
      <SecondPerson approval={approval} />
    </div>
  )
}

function Undecided({ found }: { found: KybCase }) {
  const mayWork = mayDo(useMe(), 'kyb.work')
  const events = machines.kyb_case.states[found.state]
  const possible = choices.filter((choice) => choice in events)
  const missing = found.requirements.filter(({ state }) => state === 'due' || state === 'past_due')
  const unchecked = uncheckedOf(found).length
  return (
    <div className="stack">
      {missing.length > 0 && (
        <Banner tone="waits" title="The institution still owes:">
          {missing.map(({ code }) => phrase(code)).join(', ')}.
        </Banner>
      )}
      {possible.includes('approve') && unchecked > 0 && (
        <Banner tone="waits" title={`${unchecked} requirements without a tick.`}>
          Tick each one that you have checked; the second approver sees who checked what.
        </Banner>
      )}
      {'complete_edd' in events && (
        <ActButton
          call="completeEdd"
          input={{ id: found.institutionid }}
          label="Enhanced due diligence is done"
          title={`Enhanced due diligence of ${found.name}`}
          act="kyb.work"
          confirm="Confirm"
          wide
        >
          The case continues with its review. The service refuses this while documents or answers of the institution are
          missing.
        </ActButton>
      )}
      {'fall_due' in events && (
        <ActButton
          call="openReview"
          input={{ id: found.institutionid }}
          label="Begin a review"
          title={`Begin a review of ${found.name}`}
          act="kyb.work"
          confirm="Begin"
          wide
        >
          The institution confirms or corrects its data. It keeps its access until the deadline.
        </ActButton>
      )}
      {found.state === 'periodic_review' && (
        <Facts
          rows={[
            [
              'Confirmed by the institution',
              found.review.confirmed_at === null ? 'not yet' : <Time key="at" at={found.review.confirmed_at} />,
            ],
            found.review.deadline === null ? null : ['Access ends', <Time key="end" at={found.review.deadline} day />],
          ]}
        />
      )}
      {possible.length === 0 && <p className="s13 muted">No decision is possible in this state.</p>}
      {possible.length > 0 && !mayWork && (
        <Banner>No decision is requested yet. Only compliance can request one.</Banner>
      )}
      {possible.length > 0 && mayWork && <Propose id={found.institutionid} possible={possible} />}
    </div>
  )
}

function Propose({ id, possible }: { id: string; possible: readonly Choice[] }) {
  const [chosen, setChosen] = useState<Choice>(possible[0]!)
  const [reason, setReason] = useState('')
  const propose = useAct('proposeDecision')
  const send = (event: FormEvent) => {
    event.preventDefault()
    propose.mutate({ id, decision: chosen, reason: reason.trim() })
  }
  return (
    <form className="stack" onSubmit={send}>
      <Segment
        label="Decision"
        value={chosen}
        options={possible.map((value) => ({ value, label: sentence(value) }))}
        onChange={setChosen}
        wide
      />
      <p className="s13">{effects[chosen]}</p>
      <TextArea
        label="Reason"
        aside="kept permanently"
        name="reason"
        value={reason}
        onChange={setReason}
        error={propose.error}
      />
      <FormError error={propose.error} fields={['reason']} />
      <Button type="submit" main tall wide busy={propose.isPending} disabled={reason.trim() === ''}>
        {`Request to ${chosen}`}
      </Button>
      <p className="small muted">This is a request. A second approver with the role MLRO decides.</p>
    </form>
  )
}
