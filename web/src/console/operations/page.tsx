import { useCall } from '../../api/use-call.ts'
import { mayDo, useMe } from '../../app/session.tsx'
import { StateBadge } from '../../kit/value/badge.tsx'
import { Txid } from '../../app/txid.tsx'
import { Id } from '../../kit/value/id.tsx'
import { Link } from '../../kit/link.tsx'
import { Loaded } from '../../kit/loading.tsx'
import { Money } from '../../kit/value/money.tsx'
import { chainName } from '../../kit/value/names.ts'
import { Facts, PageHead, Section } from '../../kit/page.tsx'
import { sentence, stateOf } from '../../kit/value/states.ts'
import { Time } from '../../kit/value/time.tsx'
import { usePathId } from '../../kit/url-state.ts'
import { History } from '../history.tsx'
import { SmallTable } from '../../kit/table/small-table.tsx'
import { useMoreFacts } from './more-facts.tsx'
import { listOf, type Operation } from './operation.ts'
import { Side } from './side.tsx'
import { InstitutionLink } from '../institution-link.tsx'

/** One transaction: its facts, its history, and what staff can do. */
export function Page() {
  const found = useCall('operation', { id: usePathId() })
  return (
    <Loaded query={found} lines={8}>
      {(data) => <Shown found={data} />}
    </Loaded>
  )
}

const incoming: readonly Operation['kind'][] = ['wire', 'deposit']

function Shown({ found }: { found: Operation }) {
  const { kind, id, title, institution, state, sent, steps, created_at } = found
  const list = listOf[kind]
  return (
    <>
      <PageHead
        title={title}
        crumbs={[{ title: 'Queue', to: '/' }, ...(list === null ? [] : [list])]}
        {...(state !== null && { badge: <StateBadge state={state} box /> })}
        sub={
          <>
            {institution === null ? 'Of no institution' : institution.name}
            {created_at !== null && (
              <>
                {' '}
                · since <Time at={created_at} />
              </>
            )}
          </>
        }
      />
      <div className="split">
        <div>
          <Section title="Facts">
            <AllFacts found={found} />
          </Section>
          {sent.length > 0 && (
            <Section title="On chains">
              <SmallTable
                name="Sent on chains"
                rows={sent}
                rowKey={(row) => `${row.kind} ${row.blockchain} ${row.txid}`}
                empty=""
                columns={[
                  ['What', (row) => sentence(row.kind)],
                  ['Chain', ({ blockchain }) => chainName(blockchain)],
                  [
                    'Transaction',
                    ({ blockchain, txid }) =>
                      txid === null ? <span className="muted">not yet</span> : <Txid chain={blockchain} txid={txid} />,
                  ],
                  ['Status', (row) => <StateBadge state={row.state} />],
                ]}
              />
            </Section>
          )}
          <Section title="History" note="newest first" end={<AuditLink id={id} />}>
            {steps.length === 0 && <p className="s13 muted">No steps on record.</p>}
            <History
              events={steps.toReversed().map(({ at, to, actor, actor_name, why }) => ({
                at,
                title: stateOf(to).word,
                tone: stateOf(to).tone,
                note: `${actor_name ?? actorText(actor)}${why === '' ? '' : `: ${why}`}`,
              }))}
            />
          </Section>
        </div>
        <div>
          <Side found={found} />
        </div>
      </div>
    </>
  )
}

/** A key is shown without its id, which says nothing here. */
const actorText = (actor: string): string => (actor.startsWith('key') ? 'An API key' : sentence(actor))

function AllFacts({ found }: { found: Operation }) {
  const { kind, id, institution, money, fee, blockchain, destination, destination_label, parties } = found
  const isIn = incoming.includes(kind)
  const more = useMoreFacts(found)
  return (
    <Facts
      left
      rows={[
        money === null || kind === 'payment'
          ? null
          : ['Amount', <Money key="m" amount={money.amount} currency={money.asset} />],
        fee === null ? null : ['Fee', <Money key="f" amount={fee.amount} currency={fee.asset} />],
        institution === null
          ? ['Institution', 'not known yet']
          : ['Institution', <InstitutionLink key="i" id={institution.id} name={institution.name} />],
        parties.length === 0 ? null : [isIn ? 'Sender' : 'Other parties', parties.join(', ')],
        destination === null
          ? null
          : [
              isIn ? 'From' : 'To',
              <span key="d">
                {destination_label !== null && `${destination_label} `}
                <Id value={destination} />
              </span>,
            ],
        blockchain === null ? null : ['Chain', chainName(blockchain)],
        ...more,
        ['Id', <Id key="id" value={id} />],
      ]}
    />
  )
}

function AuditLink({ id }: { id: string }) {
  if (!mayDo(useMe(), 'audit.read')) return null
  return (
    <Link className="link" to={`/audit?subject=${encodeURIComponent(id)}`}>
      Audit entries
    </Link>
  )
}
