import { type FormEvent, useState } from 'react'
import { useAct, useCall } from '../../api/use-call.ts'
import { mayDo, useMe } from '../../app/session.tsx'
import { Banner } from '../../kit/banner.tsx'
import { Button } from '../../kit/button.tsx'
import { TextArea } from '../../kit/field.tsx'
import { FormError } from '../../kit/form-error.tsx'
import { Link } from '../../kit/link.tsx'
import { Panel } from '../../kit/page.tsx'
import { ActButton, SecondPersonNote } from '../act-button.tsx'
import { InstitutionField } from '../institution-field.tsx'
import { RailActs } from '../rails/rail-acts.tsx'
import { TwoPeople } from '../two-people.tsx'
import type { Operation } from './operation.ts'

/** What staff can do with a thing of this kind, in the state that it is in. */
export function Side({ found }: { found: Operation }) {
  if (found.kind === 'wire') return <WireSide found={found} />
  if (found.kind === 'deposit') return <DepositSide found={found} />
  if (found.kind === 'payment') return <PaymentSide found={found} />
  if (found.kind === 'rail') return <RailActs id={found.id} />
  return (
    <Panel title="What you can do">
      <p className="s13 muted">
        {found.kind === 'payout'
          ? 'Nothing: the service sends it to the bank, and asks again by itself until the bank answers. What the bank rejects goes back to where it came from.'
          : 'Nothing here: it goes on by itself. To stop it, place a hold on it.'}
      </p>
    </Panel>
  )
}

function WireSide({ found: { id, title, state } }: { found: Operation }) {
  const wire = useCall('wires', { wireid: id }).data?.items[0]
  const canGoBack = ['unidentified', 'held', 'return_pending'].includes(state ?? '')
  return (
    <TwoPeople kind="bank.send_back" subject={id}>
      <div className="stack">
        {wire?.on_hold === true && (
          <Banner tone="held" title="It is on hold.">
            <Link className="link" to="/holds">
              Decide on the hold
            </Link>{' '}
            first: a rejected hold sends the wire back by itself.
          </Banner>
        )}
        {state === 'unidentified' && (
          <p className="s13">
            Nobody knows whose it is. When an institution registers the sender’s account, or the bank tells a reference
            of ours, it is credited by itself. Else it goes back to its sender.
          </p>
        )}
        {canGoBack ? (
          <ActButton
            call="proposeBankSendBack"
            input={{ wireid: id }}
            act="bank.propose"
            label="Propose to send it back"
            title={`Send back: ${title}`}
            danger
            wide
            second="bank.send_back"
          >
            The whole amount goes back to the account that it came from. It cannot be taken back afterwards.
          </ActButton>
        ) : (
          <p className="s13 muted">Nothing waits for a person.</p>
        )}
      </div>
    </TwoPeople>
  )
}

function DepositSide({ found }: { found: Operation }) {
  const { id, title } = found
  const waiting = useCall('waitingDeposits', { depositid: id }).data?.items[0]
  return (
    <TwoPeople kind="deposit.assign" subject={id}>
      <div className="stack">
        {waiting === undefined && <p className="s13 muted">Nothing waits for a person.</p>}
        {waiting?.waits_for === 'owner' && <AssignDeposit found={found} />}
        {waiting?.waits_for === 'collection' && (
          <>
            <p className="s13">The coins could not be collected from the address that they came to.</p>
            <ActButton
              call="retryDeposit"
              input={{ id }}
              act="payments.retry"
              label="Collect once more"
              title={`Collect once more: ${title}`}
              wide
            >
              When what stood in the way is gone. Its case is closed.
            </ActButton>
          </>
        )}
      </div>
    </TwoPeople>
  )
}

function AssignDeposit({ found: { id, title } }: { found: Operation }) {
  const [institutionid, setInstitution] = useState('')
  const [reason, setReason] = useState('')
  const propose = useAct('proposeDepositAssign')
  const mayPropose = mayDo(useMe(), 'bank.propose')
  if (!mayPropose) return <Banner>Nobody has proposed an owner yet. Somebody with the role operations must.</Banner>
  const send = (event: FormEvent) => {
    event.preventDefault()
    propose.mutate({ depositid: id, institutionid, reason: reason.trim() })
  }
  return (
    <form className="stack" onSubmit={send} aria-label={`Assign ${title}`}>
      <p className="s13">
        It came to an address of ours without an owner. Say whose it is; it is then screened and credited.
      </p>
      <InstitutionField
        label="Whose it is"
        name="institutionid"
        value={institutionid}
        onChange={setInstitution}
        error={propose.error}
      />
      <TextArea
        label="Reason"
        aside="kept for good"
        name="reason"
        value={reason}
        onChange={setReason}
        error={propose.error}
      />
      <FormError error={propose.error} fields={['reason', 'institutionid']} />
      <Button
        type="submit"
        main
        tall
        wide
        busy={propose.isPending}
        disabled={reason.trim() === '' || institutionid === ''}
      >
        Propose to assign it
      </Button>
      <SecondPersonNote kind="deposit.assign" />
    </form>
  )
}

function PaymentSide({ found: { id, title } }: { found: Operation }) {
  const payment = useCall('railPayments', { paymentid: id }).data?.items[0]
  return (
    <Panel title="What you can do">
      <div className="stack">
        {payment !== undefined && payment.stuck !== null ? (
          <>
            <p className="s13">It waits for a person at its {payment.stuck}.</p>
            <ActButton
              call="retryPayment"
              input={{ id }}
              act="payments.retry"
              label="Let it go on"
              title={`Let it go on: ${title}`}
              wide
            >
              From where it stopped, to the place that it was for. Its case is closed.
            </ActButton>
          </>
        ) : (
          <p className="s13 muted">Nothing waits for a person.</p>
        )}
      </div>
    </Panel>
  )
}
