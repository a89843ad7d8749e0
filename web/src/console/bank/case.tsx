import { type RowOf, useCall } from '../../api/use-call.ts'
import { StateBadge } from '../../kit/value/badge.tsx'
import { Id } from '../../kit/value/id.tsx'
import { Link } from '../../kit/link.tsx'
import { Empty, Loaded } from '../../kit/loading.tsx'
import { Facts, PageHead, Panel, Section } from '../../kit/page.tsx'
import { sentence } from '../../kit/value/states.ts'
import { Time } from '../../kit/value/time.tsx'
import { usePathId } from '../../kit/url-state.ts'
import { ActButton } from '../../app/act-button.tsx'
import { TwoPeople } from '../two-people.tsx'
import { caseTitle, caseWords } from './case-words.ts'

type Case = RowOf<'bankCases'>

/** One case: the difference, and what to do. */
export function Page() {
  const caseid = usePathId()
  const found = useCall('bankCases', { caseid })
  return (
    <Loaded query={found} lines={8}>
      {({ items: [one] }) =>
        one === undefined ? (
          <Empty title="There is no such case.">Its number may be mistyped.</Empty>
        ) : (
          <Shown one={one} />
        )
      }
    </Loaded>
  )
}

function Shown({ one }: { one: Case }) {
  const { caseid, kind, state, opened_at, closed_at, closed_by } = one
  return (
    <>
      <PageHead
        title={caseTitle(kind)}
        crumbs={[
          { title: 'Bank', to: '/bank' },
          { title: 'Cases', to: '/bank/cases' },
        ]}
        badge={<StateBadge state={state} box />}
        sub={
          <>
            Case {caseid}, opened <Time at={opened_at} />
          </>
        }
      />
      <div className="split">
        <Section title="Facts">
          <Facts
            left
            rows={[
              ...one.detail.map(
                ({ name, value }) => [sentence(name), <Value key={name} name={name} value={value} />] as const,
              ),
              one.entry === null ? null : ['Entry of the bank', one.entry],
              closed_at === null ? null : ['Closed', <Time key="at" at={closed_at} />],
              closed_by === null ? null : ['Closed by', sentence(closed_by)],
            ]}
          />
        </Section>
        <div>
          <Panel title="What to do">
            <p className="s13">{state === 'closed' ? 'Nothing. The case is closed.' : caseWords[kind]?.cure}</p>
          </Panel>
          {one.entry !== null && state === 'open' && <Retract entry={one.entry} />}
        </div>
      </div>
    </>
  )
}

const pagesOf: Record<string, string> = {
  depositid: '/deposits',
  paymentid: '/payments',
  wireid: '/wires',
  payoutid: '/payouts',
  payout: '/payouts',
  wire: '/wires',
}

function Value({ name, value }: { name: string; value: string }) {
  const page = pagesOf[name]
  if (page !== undefined) return <Id value={value} to={`${page}/${value}`} />
  if (/^(line|lines)$/.test(name))
    return (
      <Link className="link" to="/bank/lines">
        {value}
      </Link>
    )
  return /^\S{25,}$/.test(value) ? <Id value={value} /> : value
}

/** An entry that the bank notified but never booked. */
function Retract({ entry }: { entry: string }) {
  return (
    <TwoPeople title="Undo the entry" kind="bank.retract" subject={entry}>
      <div className="stack">
        <p className="s13">
          If the bank confirms that it never booked entry {entry}, two people undo the entry. This closes the case.
        </p>
        <ActButton
          call="proposeBankRetract"
          input={{ entry }}
          act="bank.propose"
          label="Request to undo it"
          title={`Undo entry ${entry}`}
          danger
          wide
          second="bank.retract"
        >
          Its bookings are reversed. Only a deposit can be undone; the bank corrects other entries with later ones.
        </ActButton>
      </div>
    </TwoPeople>
  )
}
