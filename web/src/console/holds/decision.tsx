import { useState } from 'react'
import { useAct, useCall } from '../../api/use-call.ts'
import { mayDo, useMe } from '../../app/session.tsx'
import { Badge, StateBadge } from '../../kit/value/badge.tsx'
import { Banner } from '../../kit/banner.tsx'
import { Button } from '../../kit/button.tsx'
import { Countdown } from '../../kit/value/countdown.tsx'
import { Field, Segment, TextArea } from '../../kit/form/field.tsx'
import { FormError } from '../../kit/form/form-error.tsx'
import { Id } from '../../kit/value/id.tsx'
import { Loaded } from '../../kit/loading.tsx'
import { Money } from '../../kit/value/money.tsx'
import { Facts, Panel } from '../../kit/page.tsx'
import { Time } from '../../kit/value/time.tsx'
import { SecondPerson } from '../../shared/approvals/decision.tsx'
import { automaticEnd } from './automatic-end.ts'
import type { HoldCase } from './hold-case.ts'
import style from './case.module.css'

type Choice = HoldCase['effects'][number]['decision']

const words: Record<Choice, string> = { release: 'Release', reject: 'Reject', freeze: 'Freeze' }

/** Propose, decide as the second person, or see the decision. */
export function Decision({ found }: { found: HoldCase }) {
  const { hold, proposal, decided, effects } = found
  const mayPropose = mayDo(useMe(), 'holds.propose')
  if (proposal !== null)
    return (
      <Panel title="Decision" end={<Badge tone="waits">1 of 2</Badge>}>
        <Proposed found={found} proposal={proposal} />
      </Panel>
    )
  if (effects.length === 0)
    return (
      <Panel title="Decision" end={<StateBadge state={hold.state} />}>
        {decided === null ? (
          <p className="s13 muted">
            {automaticEnd(hold) ?? (
              <>
                Decided <Time at={hold.updated_at} />. The history shows who decided.
              </>
            )}
          </p>
        ) : (
          <Decided decided={decided} />
        )}
      </Panel>
    )
  return (
    <Panel title="Decision" end={<span className="small muted">0 of 2</span>}>
      {mayPropose ? (
        <Propose found={found} />
      ) : (
        <Banner>No decision is requested yet. Only compliance can request one.</Banner>
      )}
    </Panel>
  )
}

/** Both people with their reasons. */
function Decided({ decided }: { decided: NonNullable<HoldCase['decided']> }) {
  const { decision, maker, reason, created_at, checker, decision_reason, decided_at } = decided
  return (
    <div className="stack">
      <div>
        <p className="small muted">
          {maker.name} requested to {decision} it, <Time at={created_at} />
        </p>
        <p className="s13">{reason}</p>
      </div>
      <div>
        <p className="small muted">
          {checker.name} approved it, <Time at={decided_at} />
        </p>
        <p className="s13">{decision_reason ?? 'Without a reason.'}</p>
      </div>
    </div>
  )
}

function Propose({ found }: { found: HoldCase }) {
  const [decision, setDecision] = useState<Choice>('release')
  const [reason, setReason] = useState('')
  const [returnTo, setReturnTo] = useState('')
  const propose = useAct('proposeHoldDecide')
  const { holdid, kind } = found.hold
  const goesBack = kind === 'deposit' && decision === 'reject'
  const choices = found.effects.map((one) => ({ value: one.decision, label: words[one.decision] }))
  return (
    <form
      className="stack"
      onSubmit={(event) => {
        event.preventDefault()
        const address = goesBack ? { return_to: returnTo.trim() } : {}
        propose.mutate({ holdid, decision, ...address, reason: reason.trim() })
      }}
    >
      <Segment label="Decision" value={decision} options={choices} onChange={setDecision} wide />
      <Effect found={found} decision={decision} />
      {goesBack && (
        <Field
          label="Returned to"
          name="return_to"
          code
          value={returnTo}
          onChange={setReturnTo}
          hint={cameFrom(found)}
          error={propose.error}
        />
      )}
      <TextArea
        label="Reason"
        aside="kept permanently"
        name="reason"
        value={reason}
        onChange={setReason}
        error={propose.error}
      />
      <FormError error={propose.error} fields={['reason', 'return_to']} />
      <Button
        type="submit"
        main
        tall
        wide
        busy={propose.isPending}
        disabled={reason.trim() === '' || (goesBack && returnTo.trim() === '')}
      >
        {`Request to ${decision}`}
      </Button>
      <p className="small muted">This is a request. A second approver with the role MLRO decides.</p>
    </form>
  )
}

/** Shows the sender, but does not fill it in: coins returned to an exchange may be lost. */
function cameFrom({ thing }: HoldCase): string {
  const from = thing?.destination ?? null
  return from === null
    ? 'There is no sender. Ask the institution for a safe address.'
    : `It came from ${from}. If that is an exchange, ask for an address of the sender’s own.`
}

type ProposedProps = { found: HoldCase; proposal: NonNullable<HoldCase['proposal']> }

function Proposed({ found, proposal: { id, decision, reason, created_at, expires_at, maker, is_own } }: ProposedProps) {
  const approval = useCall('consoleApproval', { id })
  return (
    <div className="stack">
      <div>
        <p className="small muted">
          Requested by {is_own ? 'you' : maker.name}, <Time at={created_at} />
        </p>
        <h3 className={style['chosen']}>{words[decision]}</h3>
        <p className="s13">{reason}</p>
      </div>
      <Effect found={found} decision={decision} />
      <Loaded query={approval}>
        {(data) => (
          <>
            <Facts
              rows={[
                ['Payload', <Id key="hash" value={data.payload_hash} />],
                [
                  'Expires',
                  <span key="in">
                    in <Countdown until={expires_at} />
                  </span>,
                ],
              ]}
            />
            <SecondPerson approval={data} />
          </>
        )}
      </Loaded>
    </div>
  )
}

/** The effect of a decision, with the client's balances before and after. */
function Effect({ found: { effects }, decision }: { found: HoldCase; decision: Choice }) {
  const effect = effects.find((one) => one.decision === decision)
  if (effect === undefined) return null
  return (
    <div>
      <p className="s13">{effect.next}</p>
      {effect.balances.length > 0 && (
        <Facts
          rows={effect.balances.map(({ asset, name, before, after }) => [
            `${asset} ${name} after`,
            <span key={asset + name}>
              <Money amount={after} currency={asset} />
              <small>
                now <Money amount={before} currency={asset} />
              </small>
            </span>,
          ])}
        />
      )}
    </div>
  )
}
