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
import { type Step, Timeline } from '../../kit/timeline.tsx'
import { accountText } from '../account-text.ts'
import { HoldNotice } from '../hold-notice.tsx'
import { Txid } from '../../app/txid.tsx'
import { useSteps } from '../use-steps.ts'
import { add } from '../decimals.ts'
import { wayOf } from './words.ts'

type Withdrawal = RowOf<'queryWithdrawals'>
type Stage = Withdrawal['stage']

const machine = machines.withdrawal

/** What goes out: how far it is, where it goes, and how to take it back. */
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
        badge={<StateBadge state={status} box />}
        sub={`To ${destination}, ${blockchain === null ? 'by the bank' : `on ${wayOf(blockchain)}`}`}
        acts={<Cancel withdrawal={withdrawal} />}
      />
      <div className="split">
        <div className="stack">
          <HoldNotice hold={hold} />
          {reason !== null && (
            <Banner tone={status === 'failed' ? 'broken' : 'quiet'} title="Why:">
              {reason}
            </Banner>
          )}
          <Section title="Where it stands">
            <Progress withdrawal={withdrawal} />
          </Section>
        </div>
        <Figures withdrawal={withdrawal} />
      </div>
    </>
  )
}

const titles: Partial<Record<Stage, string>> = {
  requested: 'Asked for, money set aside',
  screening: 'Checked',
  travel_rule: 'Travel Rule exchange',
  approved: 'Cleared',
  sending: 'Handed over',
  confirming: 'On its way',
  completed: 'Arrived',
  canceled: 'Taken back, the money is available again',
  rejected: 'Not paid out, the money is available again',
  failed: 'Returned, the money is available again',
}

const atBank: typeof titles = { sending: 'Order to the bank', confirming: 'At the bank', completed: 'Paid by the bank' }
const onChain: typeof titles = {
  sending: 'Signed for the chain',
  confirming: 'On the chain, until it is final',
  completed: 'Final on the chain',
}

function Progress({ withdrawal }: { withdrawal: Withdrawal }) {
  const { withdrawalid, blockchain, created_at, updated_at, status, stage } = withdrawal
  const state = status === 'held' ? 'held' : stage
  const steps = useSteps(withdrawalid, { state, at: created_at, changed: updated_at })
  const words = { ...titles, ...(blockchain === null ? atBank : onChain) }
  const shown: Step<Stage>[] = steps.map((step) => ({
    state: step.state as Stage,
    at: step.at,
    ...titled(words[step.state as Stage]),
  }))
  const ahead = Object.entries(words).map(([name, title]) => [name, { title }])
  return <Timeline machine={machine} steps={shown} until="completed" next={Object.fromEntries(ahead)} />
}

const titled = (title: string | undefined) => (title === undefined ? {} : { title })

function Figures({ withdrawal }: { withdrawal: Withdrawal }) {
  const { asset, quantity, fee, blockchain, address, identifier, txids, bankref } = withdrawal
  const money = (amount: string) => <Money amount={amount} currency={asset} />
  return (
    <div>
      <Panel title="Money">
        <Facts
          rows={[
            [withdrawal.status === 'completed' ? 'Arrived' : 'Arrives', <b key="quantity">{money(quantity)}</b>],
            [blockchain === null ? 'Fee' : 'Network fee', money(fee)],
            ['Taken from your balance', money(add(quantity, fee, asset))],
          ]}
        />
      </Panel>
      <Panel title="Where to, and proof">
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
            withdrawal.clreqid === null ? null : ['Your id', <Id key="clreqid" value={withdrawal.clreqid} />],
            ['Withdrawal id', <Id key="id" value={withdrawal.withdrawalid} />],
            ['Asked', <Time key="asked" at={withdrawal.created_at} />],
          ]}
        />
      </Panel>
    </div>
  )
}

/** As long as nothing has left. */
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
        title={`Take back ${moneyText(quantity, asset)} to ${destination}`}
        act="Take it back"
        danger
        busy={cancel.isPending}
        error={cancel.error}
        onConfirm={() => cancel.mutate({ withdrawalid })}
      >
        Nothing is paid out, and the money with its fee is available again at once. That is possible until it has left.
      </Confirm>
    </>
  )
}
