import { machines, next } from '@specie/protocol/machines.ts'
import { useState } from 'react'
import { type RowOf, useAct } from '../../api/use-call.ts'
import { mayDo, useMe } from '../../app/session.tsx'
import { Banner } from '../../kit/banner.tsx'
import { StateBadge } from '../../kit/value/badge.tsx'
import { Button } from '../../kit/button.tsx'
import { Confirm } from '../../kit/form/confirm.tsx'
import { Id } from '../../kit/value/id.tsx'
import { Money, moneyText } from '../../kit/value/money.tsx'
import { Facts, PageHead, Panel, Section } from '../../kit/page.tsx'
import { Time } from '../../kit/value/time.tsx'
import { Timeline } from '../../kit/timeline.tsx'
import type { Reached } from '../../kit/timeline-steps.ts'
import { accountText } from '../account-text.ts'
import { shownStatus } from '../hold.ts'
import { HoldNotice } from '../hold-notice.tsx'
import { Txid } from '../../app/txid.tsx'
import { withdrawalKind, type WithdrawalStage } from './timeline.ts'
import { useSteps } from '../use-steps.ts'
import { add } from '../decimals.ts'
import { carrierOf } from './words.ts'

type Withdrawal = RowOf<'queryWithdrawals'>

const machine = machines.withdrawal

/** One withdrawal: its status, its destination, and how to cancel it. */
export function WithdrawalDetail({ withdrawal }: { withdrawal: Withdrawal }) {
  const { asset, quantity, status, destination, blockchain, reason, hold } = withdrawal
  const title = `Withdrawal of ${moneyText(quantity, asset)}`
  return (
    <>
      <PageHead
        title={title}
        crumbs={[
          { title: 'Transfers', to: '/transfers' },
          { title: 'Withdrawals', to: '/transfers/withdrawals' },
        ]}
        badge={<StateBadge state={shownStatus(withdrawal)} box />}
        sub={`To ${destination}, ${blockchain === null ? 'by the bank' : `on ${carrierOf(blockchain)}`}`}
        acts={<Cancel withdrawal={withdrawal} />}
      />
      <div className="split">
        <div className="stack">
          <HoldNotice id={withdrawal.withdrawalid} hold={hold} />
          {reason !== null && status !== 'pending' && (
            <Banner tone={status === 'failed' ? 'broken' : 'quiet'} title="Reason:">
              {reason}
            </Banner>
          )}
          <Section title="Status">
            <Progress withdrawal={withdrawal} />
          </Section>
        </div>
        <Figures withdrawal={withdrawal} />
      </div>
    </>
  )
}

function Progress({ withdrawal }: { withdrawal: Withdrawal }) {
  const { withdrawalid, created_at, updated_at, status, stage } = withdrawal
  const state = status === 'held' ? 'held' : stage
  const { reached, confirmations, exchange } = useSteps(withdrawalid, { state, at: created_at, changed: updated_at })
  const kind = withdrawalKind(withdrawal, confirmations, exchange)
  return <Timeline kind={kind} reached={reached as Reached<WithdrawalStage>[]} />
}

function Figures({ withdrawal }: { withdrawal: Withdrawal }) {
  const { asset, quantity, fee, blockchain, address, identifier, txids, bankref } = withdrawal
  const money = (amount: string) => <Money amount={amount} currency={asset} />
  return (
    <div>
      <Panel title="Money">
        <Facts
          rows={[
            [
              withdrawal.status === 'completed' ? 'Amount received' : 'Recipient receives',
              <b key="quantity">{money(quantity)}</b>,
            ],
            [blockchain === null ? 'Fee' : 'Network fee', money(fee)],
            ['Taken from your balance', money(add(quantity, fee, asset))],
          ]}
        />
      </Panel>
      <Panel title="Destination and proof">
        <Facts
          rows={[
            ['Name', withdrawal.destination],
            address === null
              ? null
              : [
                  'Address',
                  <span key="address" className="mono">
                    {address}
                  </span>,
                ],
            identifier === null
              ? null
              : [
                  'Account',
                  <span key="account" className="mono">
                    {accountText(identifier)}
                  </span>,
                ],
            ...txids.map(
              (txid, n) =>
                [
                  n === txids.length - 1 ? 'Transaction' : `Replaced ${n + 1}`,
                  <Txid key={txid} chain={blockchain} txid={txid} />,
                ] as const,
            ),
            bankref === null ? null : ['Bank’s reference', <Id key="bankref" value={bankref} />],
            withdrawal.clreqid === null ? null : ['Your reference', <Id key="clreqid" value={withdrawal.clreqid} />],
            ['Withdrawal id', <Id key="id" value={withdrawal.withdrawalid} />],
            ['Requested', <Time key="requested" at={withdrawal.created_at} />],
          ]}
        />
      </Panel>
    </div>
  )
}

/** Only before it is sent. */
function Cancel({ withdrawal: { withdrawalid, stage, quantity, asset, destination } }: { withdrawal: Withdrawal }) {
  const [open, setOpen] = useState(false)
  const cancel = useAct('cancelWithdrawal', () => setOpen(false))
  const mayCancel = mayDo(useMe(), 'money.cancel')
  if (!mayCancel || next(machine, stage, 'cancel') === null) return null
  return (
    <>
      <Button danger onClick={() => setOpen(true)}>
        Cancel withdrawal
      </Button>
      <Confirm
        open={open}
        onClose={() => setOpen(false)}
        title={`Cancel the withdrawal of ${moneyText(quantity, asset)} to ${destination}`}
        act="Cancel withdrawal"
        danger
        busy={cancel.isPending}
        error={cancel.error}
        onConfirm={() => cancel.mutate({ withdrawalid })}
      >
        Nothing is paid out, and the money with its fee is available again at once. You can cancel until it is sent.
      </Confirm>
    </>
  )
}
