import type { RowOf } from '../../api/use-call.ts'
import { Banner } from '../../kit/banner.tsx'
import { StateBadge } from '../../kit/value/badge.tsx'
import { Id } from '../../kit/value/id.tsx'
import { Money, moneyText } from '../../kit/value/money.tsx'
import { Facts, PageHead, Panel, Section } from '../../kit/page.tsx'
import { Time } from '../../kit/value/time.tsx'
import { Timeline } from '../../kit/timeline.tsx'
import type { Reached } from '../../kit/timeline-steps.ts'
import { HoldNotice } from '../hold-notice.tsx'
import { Txid } from '../../app/txid.tsx'
import { depositKind, type DepositState, wireKind, type WireState } from './timeline.ts'
import { useSteps } from '../use-steps.ts'
import { carrierOf, transferPhrase } from './words.ts'

type Deposit = RowOf<'queryDeposits'>

/** One deposit: its status and its proof. */
export function DepositDetail({ deposit }: { deposit: Deposit }) {
  const { asset, quantity, status, blockchain, hold } = deposit
  return (
    <>
      <PageHead
        title={`Deposit of ${moneyText(quantity, asset)}`}
        crumbs={[
          { title: 'Transfers', to: '/transfers' },
          { title: 'Deposits', to: '/transfers/deposits' },
        ]}
        badge={<StateBadge state={status} box />}
        sub={`${transferPhrase({ type: 'deposit', ...deposit })}${blockchain === null ? '' : `, on ${carrierOf(blockchain)}`}`}
      />
      <div className="split">
        <div className="stack">
          <HoldNotice id={deposit.depositid} hold={hold} />
          <Below deposit={deposit} />
          <Section title="Status">
            <Progress deposit={deposit} />
          </Section>
        </div>
        <Figures deposit={deposit} />
      </div>
    </>
  )
}

function Below({ deposit: { status, asset, min_deposit, accumulated } }: { deposit: Deposit }) {
  if (status !== 'below_minimum') return null
  return (
    <Banner tone="waits" title="Below the minimum amount.">
      {moneyText(accumulated, asset)} of {moneyText(min_deposit, asset)} have arrived so far. All of it is credited when
      the rest arrives.
    </Banner>
  )
}

function Progress({ deposit }: { deposit: Deposit }) {
  const { depositid, status, created_at, updated_at, blockchain } = deposit
  const { reached, confirmations } = useSteps(depositid, { state: status, at: created_at, changed: updated_at })
  return blockchain === null ? (
    <Timeline kind={wireKind(deposit)} reached={reached as Reached<WireState>[]} />
  ) : (
    <Timeline kind={depositKind(deposit, confirmations)} reached={reached as Reached<DepositState>[]} />
  )
}

function Figures({ deposit }: { deposit: Deposit }) {
  const { asset, quantity, credited, blockchain, txid, bankref, address, confirmations } = deposit
  const money = (amount: string) => <Money amount={amount} currency={asset} />
  return (
    <div>
      <Panel title="Money">
        <Facts
          rows={[
            ['Received', <b key="quantity">{money(quantity)}</b>],
            ['Credited', money(credited)],
          ]}
        />
      </Panel>
      <Panel title="Proof and identifiers">
        <Facts
          rows={[
            txid === null ? null : ['Transaction', <Txid key="txid" chain={blockchain} txid={txid} />],
            address === null ? null : ['Received at', <Id key="address" value={address} />],
            confirmations === null ? null : ['Confirmations', confirmations],
            bankref === null ? null : ['Bank’s reference', <Id key="bankref" value={bankref} />],
            ['Deposit id', <Id key="id" value={deposit.depositid} />],
            ['First seen', <Time key="seen" at={deposit.created_at} />],
          ]}
        />
      </Panel>
    </div>
  )
}
