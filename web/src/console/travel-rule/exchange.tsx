import type { ReactNode } from 'react'
import type { Output } from '../../api/call.ts'
import { useCall } from '../../api/use-call.ts'
import { ActButton } from '../../app/act-button.tsx'
import { Txid } from '../../app/txid.tsx'
import { Banner } from '../../kit/banner.tsx'
import { Link } from '../../kit/link.tsx'
import { Loaded } from '../../kit/loading.tsx'
import { Facts, PageHead, Panel, Section } from '../../kit/page.tsx'
import { SmallTable } from '../../kit/table/small-table.tsx'
import { usePathId } from '../../kit/url-state.ts'
import { StateBadge } from '../../kit/value/badge.tsx'
import { Id } from '../../kit/value/id.tsx'
import { moneyText } from '../../kit/value/money.tsx'
import { chainName } from '../../kit/value/names.ts'
import { sentence } from '../../kit/value/states.ts'
import { Time } from '../../kit/value/time.tsx'
import { InstitutionLink } from '../institution-link.tsx'
import { Messages } from './messages.tsx'

type Exchange = Output<'exchange'>

/** One exchange of the Travel Rule: its parties, its messages, and the decision about an inquiry. */
export function Page() {
  const found = useCall('exchange', { id: usePathId() })
  return (
    <Loaded query={found} lines={8}>
      {(exchange) => (
        <>
          <PageHead
            title={titleOf(exchange)}
            crumbs={[{ title: 'Travel Rule', to: '/travel-rule' }]}
            badge={<StateBadge state={exchange.state} box />}
            sub={exchange.institution ?? 'Of no institution'}
          />
          <div className="split">
            <div>
              {exchange.problem !== null && (
                <Section title={exchange.direction === 'in' ? 'Why it waits for us' : 'What is wrong'}>
                  <Banner tone="waits">{exchange.problem}</Banner>
                </Section>
              )}
              <Section title="Exchange">
                <ExchangeFacts exchange={exchange} />
              </Section>
              <Parties exchange={exchange} />
              <Messages messages={exchange.messages} />
            </div>
            <Decision exchange={exchange} />
          </div>
        </>
      )}
    </Loaded>
  )
}

const titleOf = ({ direction, vasp, quantity, asset }: Exchange): string =>
  `${moneyText(quantity, asset)} ${direction === 'out' ? 'to' : 'from'} ${vasp ?? 'another provider'}`

const transferPages: Readonly<Record<string, string>> = {
  withdrawal: 'withdrawals',
  mint: 'mints',
  payment: 'payments',
  deposit: 'deposits',
}

function TransferLink({ exchange: { kind, transferid }, children }: { exchange: Exchange; children: ReactNode }) {
  if (kind === null || transferid === null) return children
  return (
    <Link className="link" to={`/${transferPages[kind] ?? 'withdrawals'}/${transferid}`}>
      {children}
    </Link>
  )
}

function ExchangeFacts({ exchange }: { exchange: Exchange }) {
  const { institutionid, institution, kind, blockchain, wallet, reason, txid, opened_at } = exchange
  return (
    <Facts
      left
      rows={[
        institutionid === null || institution === null
          ? null
          : ['Institution', <InstitutionLink key="institution" id={institutionid} name={institution} />],
        kind === null
          ? null
          : [
              'Transfer',
              <TransferLink key="transfer" exchange={exchange}>
                {sentence(kind)}
              </TransferLink>,
            ],
        ['Wallet', <Id key="wallet" value={wallet} whole />],
        ['Chain', chainName(blockchain)],
        txid === null ? null : ['Transaction', <Txid key="txid" chain={blockchain} txid={txid} />],
        reason === null ? null : ['Reason', reason],
        ['Opened, settlement time', <Time key="opened" at={opened_at} />],
        ['Id', <Id key="id" value={exchange.exchangeid} />],
      ]}
    />
  )
}

function Parties({ exchange: { direction, parties } }: { exchange: Exchange }) {
  return (
    <Section
      title="Parties"
      note={direction === 'in' ? 'as the other provider names them' : 'as the other provider has them'}
    >
      <SmallTable
        name="Parties"
        rows={parties}
        rowKey={({ role, name }) => `${role} ${name}`}
        empty="There is no data of the parties."
        columns={[
          ['Role', ({ role }) => role],
          ['Name', ({ name }) => name],
          [
            'Data',
            ({ lines }) =>
              lines.length > 0 && (
                <div>
                  {lines.map((line) => (
                    <div key={line}>{line}</div>
                  ))}
                </div>
              ),
          ],
        ]}
      />
    </Section>
  )
}

function Decision({ exchange }: { exchange: Exchange }) {
  const { exchangeid: id, direction, state, undelivered } = exchange
  const isOpen = direction === 'in' && state === 'acknowledged'
  const shared = { call: 'decideExchange', act: 'exchanges.decide', wide: true } as const
  return (
    <Panel title="Decision" end={<StateBadge state={state} />}>
      <div className="stack">
        {undelivered !== null && (
          <ActButton
            call="retryExchange"
            act="exchanges.decide"
            wide
            input={{ id }}
            label="Send again"
            title={`Send the ${undelivered} again`}
          >
            The other provider has not taken it for three days. It is tried for three days more.
          </ActButton>
        )}
        {isOpen ? (
          <>
            <ActButton {...shared} input={{ id, decision: 'approve' }} label="Approve" title="Approve the inquiry">
              The other provider may send the coins. They are screened when they arrive.
            </ActButton>
            <ActButton {...shared} input={{ id, decision: 'reject' }} label="Reject" title="Reject the inquiry" danger>
              The other provider must not send the coins. It does not get the reason.
            </ActButton>
          </>
        ) : (
          <p className="s13 muted">
            {direction === 'out' ? (
              <>
                The other provider decides. Staff decide only about a hold, on the page of{' '}
                <TransferLink exchange={exchange}>the transfer</TransferLink>.
              </>
            ) : (
              'There is nothing to decide.'
            )}
          </p>
        )}
      </div>
    </Panel>
  )
}
