import type { Output } from '../../api/call.ts'
import { useCall } from '../../api/use-call.ts'
import { mayDo, useMe } from '../../app/session.tsx'
import { StateBadge } from '../../kit/badge.tsx'
import { Id } from '../../kit/id.tsx'
import { Link } from '../../kit/link.tsx'
import { Loaded } from '../../kit/loading.tsx'
import { Money } from '../../kit/money.tsx'
import { chainName } from '../../kit/names.ts'
import { Facts, PageHead, Panel, Section } from '../../kit/page.tsx'
import { sentence } from '../../kit/states.ts'
import { Time } from '../../kit/time.tsx'
import { usePathId } from '../../kit/url-state.ts'
import { CaseHistory } from '../case-history.tsx'
import { PlaceHoldButton } from '../holds/place.tsx'

type Operation = Output<'operation'>

/** One operation of an institution, of whatever kind: what it is, what happened to it, and its holds. */
export function Page() {
  const found = useCall('operation', { id: usePathId() })
  return (
    <Loaded query={found} lines={8}>
      {(operation) => (
        <>
          <PageHead
            title={operation.title}
            crumbs={crumbsOf(operation)}
            badge={operation.thing !== null && <StateBadge state={operation.thing.state} box />}
            sub={operation.institution?.name ?? 'Of nobody yet'}
          />
          <div className="split">
            <div>
              <What operation={operation} />
              <CaseHistory history={operation.history} />
            </div>
            <Holds operation={operation} />
          </div>
        </>
      )}
    </Loaded>
  )
}

const crumbsOf = ({ institution }: Operation) => [
  { title: 'Institutions', to: '/institutions' },
  ...(institution === null ? [] : [{ title: institution.name, to: `/institutions/${institution.id}` }]),
]

function What({ operation: { id, kind, thing, institution } }: { operation: Operation }) {
  const mayLedger = mayDo(useMe(), 'ledger.read')
  return (
    <Section
      title={sentence(kind)}
      end={
        mayLedger &&
        institution !== null && (
          <Link className="link" to={`/ledger?institutionid=${institution.id}`}>
            Accounts in the ledger
          </Link>
        )
      }
    >
      <Facts
        left
        rows={[
          institution === null
            ? null
            : [
                'Institution',
                <Link key="institution" className="link" to={`/institutions/${institution.id}`}>
                  {institution.name}
                </Link>,
              ],
          ...(thing === null ? [] : thingRows(thing)),
          ['Id', <Id key="id" value={id} whole />],
        ]}
      />
    </Section>
  )
}

type Row = readonly [string, React.ReactNode] | null

const thingRows = (thing: NonNullable<Operation['thing']>): Row[] => [
  thing.money && ['Amount', <Money key="amount" amount={thing.money.amount} currency={thing.money.asset} />],
  thing.fee && ['Fee', <Money key="fee" amount={thing.fee.amount} currency={thing.fee.asset} />],
  thing.blockchain === null ? null : ['Chain', chainName(thing.blockchain)],
  thing.destination_label === null ? null : ['Name of the destination', thing.destination_label],
  thing.destination === null ? null : ['Destination', <Id key="destination" value={thing.destination} whole />],
  thing.parties.length === 0 ? null : ['Other parties', thing.parties.join(', ')],
  ['Requested', <Time key="at" at={thing.created_at} />],
]

function Holds({ operation: { id, holds, thing, institution } }: { operation: Operation }) {
  if (thing === null) return null
  return (
    <Panel title="Holds">
      <div className="stack">
        {holds.length === 0 && <p className="s13 muted">Nothing was ever held here.</p>}
        {holds.length > 0 && (
          <Facts
            rows={holds.map(({ holdid, reason, state }) => [
              sentence(reason),
              <Link key={holdid} className="link" to={`/holds/${holdid}`}>
                <StateBadge state={state} />
              </Link>,
            ])}
          />
        )}
        {institution !== null && <PlaceHoldButton wide institution={institution} on={{ id, title: thing.title }} />}
      </div>
    </Panel>
  )
}
