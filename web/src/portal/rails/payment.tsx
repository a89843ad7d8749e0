import { useCall } from '../../api/use-call.ts'
import { Banner } from '../../kit/banner.tsx'
import { StateBadge } from '../../kit/value/badge.tsx'
import { Id } from '../../kit/value/id.tsx'
import { Link } from '../../kit/link.tsx'
import { Empty, Loaded, Skeleton } from '../../kit/loading.tsx'
import { Money, moneyText } from '../../kit/value/money.tsx'
import { Facts, PageHead, Panel, Section } from '../../kit/page.tsx'
import { Time } from '../../kit/value/time.tsx'
import { Timeline } from '../../kit/timeline.tsx'
import { usePathId } from '../../kit/url-state.ts'
import { HoldNotice } from '../hold-notice.tsx'
import { Txid } from '../../app/txid.tsx'
import { paymentKind } from './timeline.ts'
import { useSteps } from '../use-steps.ts'
import { Legs } from './legs.tsx'
import { Stations } from './stations-drawn.tsx'
import { type Payment, paymentWords, type Rail, railName } from './words.ts'

/** One payment, from payer to recipient. */
export function Page() {
  const paymentid = usePathId()
  const payments = useCall('queryPayments', { paymentid })
  return (
    <Loaded query={payments} lines={8}>
      {({ payments: [payment] }) =>
        payment === undefined ? (
          <Empty
            title="There is no such payment."
            acts={
              <Link className="btn" to="/payments">
                To the payments
              </Link>
            }
          />
        ) : (
          <OfRail payment={payment} />
        )
      }
    </Loaded>
  )
}

function OfRail({ payment }: { payment: Payment }) {
  const rails = useCall('queryPaymentRails', { railid: payment.railid })
  const [rail] = rails.data?.rails ?? []
  return rail === undefined ? <Skeleton lines={8} /> : <PaymentDetail payment={payment} rail={rail} />
}

function PaymentDetail({ payment, rail }: { payment: Payment; rail: Rail }) {
  const { status, hold, reason, received, received_currency } = payment
  return (
    <>
      <PageHead
        title={`Payment of ${moneyText(received, received_currency)}`}
        crumbs={[
          { title: 'Rails and payments', to: '/rails' },
          { title: railName(rail), to: `/rails/${rail.railid}` },
        ]}
        badge={
          <StateBadge state={status} box>
            {paymentWords[status]}
          </StateBadge>
        }
      />
      <Stations rail={rail} payment={payment} />
      <div className="split sec-gap">
        <div>
          <div className="stack">
            <HoldNotice id={payment.paymentid} hold={hold} />
            {reason !== null && (
              <Banner tone={status === 'failed' ? 'broken' : 'waits'} title="Reason:">
                {reason}
              </Banner>
            )}
          </div>
          <Section title="Status">
            <Progress payment={payment} rail={rail} />
          </Section>
          <Legs legs={payment.legs} chain={rail.instructions.blockchain} />
        </div>
        <Figures payment={payment} rail={rail} />
      </div>
    </>
  )
}

function Progress({ payment, rail }: { payment: Payment; rail: Rail }) {
  const { paymentid, status, created_at, updated_at } = payment
  const { reached, confirmations, exchange } = useSteps(paymentid, {
    state: status,
    at: created_at,
    changed: updated_at,
  })
  return <Timeline kind={paymentKind(payment, rail, confirmations, exchange)} reached={reached} />
}

function Figures({ payment, rail }: { payment: Payment; rail: Rail }) {
  const { received, received_currency, sent, sent_currency, fee, fee_currency, txid, bankref } = payment
  const part = (leg: string) => payment.legs.find((one) => one.leg === leg)?.ref ?? null
  const [spread, commission] = [part('spread'), part('commission')]
  return (
    <div>
      <Panel title="Money">
        <Facts
          rows={[
            ['Received', <Money key="received" amount={received} currency={received_currency} align />],
            spread === null ? null : ['Provider’s spread', <LegAmount key="spread" text={spread} />],
            commission === null ? null : ['Our fee', <LegAmount key="commission" text={commission} />],
            ['Total fee', <Money key="fee" amount={fee} currency={fee_currency} align />],
            [
              'Sent on',
              sent === null ? (
                'not yet'
              ) : (
                <b key="sent">
                  <Money amount={sent} currency={sent_currency} align />
                </b>
              ),
            ],
            ['Rate', 'one to one'],
          ]}
        />
      </Panel>
      <Panel title="Proof and identifiers">
        <Facts
          rows={[
            txid === null
              ? null
              : ['Transaction', <Txid key="txid" chain={rail.instructions.blockchain} txid={txid} />],
            bankref === null ? null : ['Bank’s reference', <Id key="bankref" value={bankref} />],
            ['Rail', <Id key="rail" value={rail.railid} to={`/rails/${rail.railid}`} />],
            ['Payment id', <Id key="id" value={payment.paymentid} />],
            ['Received', <Time key="arrived" at={payment.created_at} />],
            payment.completed_at === null ? null : ['Completed', <Time key="done" at={payment.completed_at} />],
          ]}
        />
      </Panel>
    </div>
  )
}

/** An amount of a leg: `12.5 CHF`. */
function LegAmount({ text }: { text: string }) {
  const [amount = '0', currency = ''] = text.split(' ')
  return <Money amount={amount} currency={currency} align />
}
