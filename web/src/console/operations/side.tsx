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

/** What staff can do with a thing of this kind, in the state that it is in. */
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
  if (tone !== 'waits' && tone !== 'held') return 'Nothing: it has ended.'
  return kind === 'payout'
    ? 'Nothing: the service sends it to the bank, and asks again by itself until the bank answers. What the bank rejects goes back to where it came from.'
    : 'Nothing here: it goes on by itself. To stop it, place a hold on it.'
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
            first: a rejected hold sends the wire back by itself.
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
        {waiting?.waits_for === 'owner' && <Assign of="deposit" id={id} title={title} />}
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

function PaymentSide({ found: { id, title } }: { found: Operation }) {
  const payment = useCall('railPayments', { paymentid: id }).data?.items[0]
  return (
    <TwoPeople title="What you can do" kind="payment.credit" subject={id}>
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
            <ActButton
              call="proposePaymentCredit"
              input={{ paymentid: id }}
              act="payments.propose"
              label="Propose to credit it"
              title={`Credit to the balance: ${title}`}
              wide
              second="payment.credit"
            >
              For what can go neither on nor back: what is left of it goes to the balance of its institution. Its case
              is closed.
            </ActButton>
          </>
        ) : (
          <p className="s13 muted">Nothing waits for a person.</p>
        )}
      </div>
    </TwoPeople>
  )
}
