import { useCall, useList } from '../../api/use-call.ts'
import { Banner } from '../../kit/banner.tsx'
import { StateBadge } from '../../kit/value/badge.tsx'
import { countryName } from '../../kit/value/country.ts'
import { Id } from '../../kit/value/id.tsx'
import { Link } from '../../kit/link.tsx'
import { Empty, Loaded } from '../../kit/loading.tsx'
import { Facts, PageHead, Panel, Section } from '../../kit/page.tsx'
import { Time } from '../../kit/value/time.tsx'
import { Timeline } from '../../kit/timeline.tsx'
import { usePathId, useUrlState } from '../../kit/url-state.ts'
import { accountText } from '../account-text.ts'
import { HoldNotice } from '../hold-notice.tsx'
import { railKind } from './timeline.ts'
import { useSteps } from '../use-steps.ts'
import { CloseRail } from './close-rail.tsx'
import { HowToPay } from './how-to-pay.tsx'
import { PaymentTable } from './payment-table.tsx'
import { type Rail, railName, railWords } from './words.ts'

/** One rail: how to pay, and its payments. */
export function Page() {
  const railid = usePathId()
  const rails = useCall('queryPaymentRails', { railid })
  return (
    <Loaded query={rails} lines={8}>
      {({ rails: [rail] }) =>
        rail === undefined ? (
          <Empty
            title="There is no such rail."
            acts={
              <Link className="btn" to="/rails">
                To the rails
              </Link>
            }
          />
        ) : (
          <RailDetail rail={rail} />
        )
      }
    </Loaded>
  )
}

function RailDetail({ rail }: { rail: Rail }) {
  const { status, reason, hold } = rail
  return (
    <>
      <PageHead
        title={railName(rail)}
        crumbs={[{ title: 'Rails and payments', to: '/rails' }]}
        badge={
          <StateBadge state={status} box>
            {railWords[status]}
          </StateBadge>
        }
        acts={<CloseRail rail={rail} />}
      />
      <div className="split">
        <div>
          <div className="stack">
            <HoldNotice id={rail.railid} hold={hold} />
            {reason !== null && (
              <Banner tone="broken" title="This rail was rejected.">
                {reason}
              </Banner>
            )}
            {status === 'suspended' && (
              <Banner tone="waits" title="This rail is suspended.">
                Payments are returned until we resume it. For questions, contact support.
              </Banner>
            )}
          </div>
          <HowToPay rail={rail} />
          <Payments railid={rail.railid} />
        </div>
        <div>
          <Panel title="Rail">
            <RailFacts rail={rail} />
          </Panel>
          <Panel title="Status">
            <Progress rail={rail} />
          </Panel>
        </div>
      </div>
    </>
  )
}

function RailFacts({ rail }: { rail: Rail }) {
  const { sender, recipient, wallet, bankaccount } = rail
  return (
    <Facts
      rows={[
        [
          'Paid by',
          <span key="sender">
            {sender.partyname.name}
            <small>{countryName(sender.address.country)}</small>
          </span>,
        ],
        recipient === null ? null : ['For', recipient.partyname.name],
        wallet === null
          ? null
          : [
              'Coins sent to',
              <span key="wallet">
                {wallet.label}
                <small className="mono">{wallet.destination}</small>
              </span>,
            ],
        bankaccount === null
          ? null
          : [
              'Money paid to',
              <span key="account" className="mono">
                {accountText(bankaccount.destination)}
              </span>,
            ],
        wallet?.memo ? ['Memo', wallet.memo] : null,
        ['Rate', 'one to one'],
        ['Rail id', <Id key="id" value={rail.railid} />],
        ['Added', <Time key="added" at={rail.created_at} />],
      ]}
    />
  )
}

function Progress({ rail }: { rail: Rail }) {
  const { railid, status, created_at, updated_at } = rail
  const { reached } = useSteps(railid, { state: status, at: created_at, changed: updated_at })
  return <Timeline kind={railKind(rail)} reached={reached} />
}

function Payments({ railid }: { railid: string }) {
  const [{ status }] = useUrlState()
  const list = useList('queryPayments', { railid, status })
  return (
    <Section title="Payments">
      <PaymentTable
        list={list}
        empty={
          <Empty title={status === undefined ? 'No payment yet.' : 'No payment is in this state.'}>
            {status === undefined && 'Each incoming payment appears here within minutes.'}
          </Empty>
        }
      />
    </Section>
  )
}
