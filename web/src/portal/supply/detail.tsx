import { waitsForOwn } from '../hold.ts'
import { IconX } from '@tabler/icons-react'
import { useState } from 'react'
import { useAct, useCall, whileCounting } from '../../api/use-call.ts'
import { mayDo, useMe } from '../../app/session.tsx'
import { useSettlementClock } from '../../app/settlement-time.tsx'
import { StateBadge } from '../../kit/value/badge.tsx'
import { Banner } from '../../kit/banner.tsx'
import { Button } from '../../kit/button.tsx'
import { Confirm } from '../../kit/form/confirm.tsx'
import { durationText } from '../../kit/value/countdown.tsx'
import { shortened } from '../../kit/value/id.tsx'
import { Link } from '../../kit/link.tsx'
import { Loaded } from '../../kit/loading.tsx'
import { Money, moneyText } from '../../kit/value/money.tsx'
import { PageHead, Section } from '../../kit/page.tsx'
import { Time } from '../../kit/value/time.tsx'
import { Timeline } from '../../kit/timeline.tsx'
import { currentTitle } from '../../kit/timeline-steps.ts'
import { usePathId } from '../../kit/url-state.ts'
import { NeedsApproval } from '../needs-approval.tsx'
import { PayIn } from '../pay-in.tsx'
import { supplyKind, type SupplySteps } from './timeline.ts'
import { Legs } from './legs.tsx'
import { MoneyPanel, ProofPanel } from './panels.tsx'
import style from './supply.module.css'
import { nextStepText } from './next-step.ts'
import { howText, isOver, shownState, type SupplyChange, typeWord } from './words.ts'

/** One mint or redemption. */
export function Page() {
  const id = usePathId()
  const found = useCall('querySupplyChanges', { requestid: id })
  const timeline = useCall('supplySteps', { id }, whileCounting)
  return (
    <Loaded query={timeline} lines={8}>
      {(steps) => (
        <Loaded query={found} lines={8}>
          {({ supplychanges: [change] }) => (change === undefined ? null : <Detail change={change} steps={steps} />)}
        </Loaded>
      )}
    </Loaded>
  )
}

function Detail({ change, steps }: { change: SupplyChange; steps: SupplySteps }) {
  const { type, asset, quantity, requestid } = change
  const next = nextStepText(change, steps)
  const kind = supplyKind(change, steps)
  return (
    <>
      <PageHead
        title={`${typeWord[type]} ${shortened(requestid)}`}
        crumbs={[{ title: 'Supply', to: '/supply' }]}
        badge={
          <StateBadge state={shownState(change)} box>
            {change.status === 'pending' ? currentTitle(kind, steps.steps) : undefined}
          </StateBadge>
        }
        acts={<Due change={change} steps={steps} />}
        sub={howText(change)}
      >
        <span className="big">
          <Money amount={quantity} currency={asset} scaleOf="CHF" />
        </span>
      </PageHead>
      <div className="split">
        <div>
          {waitsForOwn(change) && <NeedsApproval id={change.requestid} since={change.hold!.since} />}
          <Section title="Status">
            <Timeline kind={kind} reached={steps.steps} />
            {next !== null && (
              <div className={style['gap']}>
                <Banner title="Next step." tone={change.hold !== null && !waitsForOwn(change) ? 'held' : 'quiet'}>
                  {next}
                </Banner>
              </div>
            )}
          </Section>
          <Funding change={change} />
          <Legs change={change} steps={steps} />
        </div>
        <div>
          <MoneyPanel change={change} fees={steps.fees} />
          <ProofPanel change={change} />
          <Cancel change={change} />
        </div>
      </div>
    </>
  )
}

/** The settlement in settlement time, which runs faster in UAT. */
function Due({ change, steps: { settles_at } }: { change: SupplyChange; steps: SupplySteps }) {
  const { now, speed, isKnown } = useSettlementClock()
  if (isOver(change) || change.hold !== null) return null
  const left = Date.parse(settles_at) - now
  return (
    <div className={style['due']}>
      <b>{left > 0 ? `Settles in ${durationText(left)}` : 'Settles as soon as possible'}</b>
      <div className="small muted">
        <Time at={settles_at} />
        {isKnown && ', settlement time'}
        {isKnown && speed > 1 && left > 0 ? ` · about ${durationText(left / speed)} on your clock` : ''}
      </div>
    </div>
  )
}

/** How to fund a mint that waits for money in another currency. */
function Funding({ change: { stage, spent_currency, max_spent, spent, hold } }: { change: SupplyChange }) {
  if (stage !== 'funding' || hold !== null) return null
  if (spent_currency !== 'CHF' && spent_currency !== 'GBP')
    return (
      <Section title="Payment">
        <p className="s13">
          This mint uses about {moneyText(spent, spent_currency)} of your balance.{' '}
          <Link className="link" to={`/transfers/deposit?asset=${spent_currency}`}>
            How to send {spent_currency}
          </Link>
        </p>
      </Section>
    )
  return (
    <Section title="Payment" note="Skip this if your balance covers it.">
      <PayIn currency={spent_currency} amount={max_spent ?? spent} />
    </Section>
  )
}

/** Only a mint that waits for its money can be canceled. */
function Cancel({ change: { type, stage, requestid, quantity, asset, hold } }: { change: SupplyChange }) {
  const [open, setOpen] = useState(false)
  const cancel = useAct('cancelMint', () => setOpen(false))
  const may = mayDo(useMe(), 'money.cancel')
  if (!may || type !== 'mint' || stage !== 'funding' || hold !== null) return null
  return (
    <div className={style['gap']}>
      <Button danger wide icon={IconX} onClick={() => setOpen(true)}>
        Cancel this mint
      </Button>
      <Confirm
        open={open}
        onClose={() => setOpen(false)}
        title={`Cancel the mint of ${moneyText(quantity, asset)}`}
        act="Cancel the mint"
        danger
        busy={cancel.isPending}
        error={cancel.error}
        onConfirm={() => cancel.mutate({ requestid })}
      >
        No coins are issued, and the reserved money is available again. Canceling is free.
      </Confirm>
    </div>
  )
}
