import { useCall } from '../../api/use-call.ts'
import { Banner } from '../../kit/banner.tsx'
import { Link } from '../../kit/link.tsx'
import { Panel } from '../../kit/page.tsx'
import { stateOf } from '../../kit/value/states.ts'
import { ActButton } from '../../app/act-button.tsx'
import { RailActs } from '../rails/rail-acts.tsx'
import { TwoPeople } from '../two-people.tsx'
import { Assign } from './assign.tsx'
import type { Operation } from './operation.ts'

/** What staff can do with a transaction in its current state. */
export function Side({ found }: { found: Operation }) {
  if (found.kind === 'wire') return <WireSide found={found} />
  if (found.kind === 'deposit') return <DepositSide found={found} />
  if (found.kind === 'payment') return <PaymentSide found={found} />
  if (found.kind === 'rail') return <RailActs id={found.id} />
  return (
    <Panel title="What you can do">
      <p className="s13 muted">{nothingToDo(found)}</p>
    </Panel>
  )
}

function nothingToDo({ kind, state }: Operation): string {
  const { tone } = stateOf(state ?? '')
  if (tone !== 'waits' && tone !== 'held') return 'Nothing. This transaction has ended.'
  return kind === 'payout'
    ? 'Nothing. The service sends it to the bank and asks until the bank answers. The money of a rejected payout returns to its origin.'
    : 'Nothing. It continues automatically. To stop it, place a hold on it.'
}

function WireSide({ found: { id, title, state } }: { found: Operation }) {
  const wire = useCall('wires', { wireid: id }).data?.items[0]
  const canGoBack = ['unidentified', 'held', 'return_pending'].includes(state ?? '')
  return (
    <TwoPeople kind="bank.send_back" or="wire.assign" subject={id}>
      <div className="stack">
        {wire?.on_hold === true && (
          <Banner tone="held" title="It is on hold.">
            <Link className="link" to="/holds">
              Decide on the hold
            </Link>{' '}
            first. A rejected hold returns the wire automatically.
          </Banner>
        )}
        {state === 'unidentified' && wire?.on_hold === false && (
          <Assign of="wire" id={id} title={title} suggested={wire.suggested} />
        )}
        {canGoBack ? (
          <ActButton
            call="proposeBankSendBack"
            input={{ wireid: id }}
            act="bank.propose"
            label="Request to return it"
            title={`Return: ${title}`}
            danger
            wide
            second="bank.send_back"
          >
            The whole amount returns to the account of the sender. This cannot be undone.
          </ActButton>
        ) : (
          <p className="s13 muted">There is nothing to do.</p>
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
        {waiting === undefined && <p className="s13 muted">There is nothing to do.</p>}
        {waiting?.waits_for === 'owner' && <Assign of="deposit" id={id} title={title} />}
        {waiting?.waits_for === 'collection' && (
          <>
            <p className="s13">The coins could not be collected from their deposit address.</p>
            <ActButton
              call="retryDeposit"
              input={{ id }}
              act="payments.retry"
              label="Collect again"
              title={`Collect again: ${title}`}
              wide
            >
              Once the cause is resolved. This closes the case.
            </ActButton>
          </>
        )}
      </div>
    </TwoPeople>
  )
}

function PaymentSide({ found: { id, title } }: { found: Operation }) {
  const payment = useCall('railPayments', { paymentid: id }).data?.items[0]
  return (
    <TwoPeople title="What you can do" kind="payment.credit" subject={id}>
      <div className="stack">
        {payment !== undefined && payment.stuck !== null ? (
          <>
            <p className="s13">The payment waits for a person at its {payment.stuck}.</p>
            <ActButton
              call="retryPayment"
              input={{ id }}
              act="payments.retry"
              label="Resume it"
              title={`Resume it: ${title}`}
              wide
            >
              The payment continues from where it stopped. This closes the case.
            </ActButton>
            <ActButton
              call="proposePaymentCredit"
              input={{ paymentid: id }}
              act="payments.propose"
              label="Request to credit it"
              title={`Credit to the balance: ${title}`}
              wide
              second="payment.credit"
            >
              For a payment that can neither continue nor be returned. The rest is credited to the balance of the
              institution, and the case is closed.
            </ActButton>
          </>
        ) : (
          <p className="s13 muted">There is nothing to do.</p>
        )}
      </div>
    </TwoPeople>
  )
}
