import { useCall } from '../../api/use-call.ts'
import { Id } from '../../kit/value/id.tsx'
import { Link } from '../../kit/link.tsx'
import { Loaded } from '../../kit/loading.tsx'
import { Money } from '../../kit/value/money.tsx'
import { Facts, PageHead, Section } from '../../kit/page.tsx'
import { sentence, stateOf } from '../../kit/value/states.ts'
import { Time } from '../../kit/value/time.tsx'
import { usePathId } from '../../kit/url-state.ts'
import { History } from '../history.tsx'
import { SmallTable } from '../../kit/table/small-table.tsx'
import { usePlace } from '../../app/place.ts'
import { accountOwner } from './account-owner.ts'

/** One journal: its lines, and the operation that caused it. */
export function Page() {
  const found = useCall('ledgerJournal', { id: usePathId() }, { refetchInterval: false })
  const placeOf = usePlace()
  return (
    <Loaded query={found}>
      {({ id, key, kind, at, reverses, reversed_by, facts, lines, cause, steps }) => (
        <>
          <PageHead
            title={`Journal ${id}: ${sentence(kind)}`}
            crumbs={[{ title: 'Ledger', to: '/ledger' }]}
            sub={<Time at={at} evidence />}
          />
          <Section title="Lines">
            <SmallTable
              name="Lines of the journal"
              rows={lines}
              rowKey={({ account, number }) => `${account.id} ${number}`}
              empty="It has no lines."
              columns={[
                [
                  'Account',
                  ({ account }) => (
                    <Link className="link" to={`/ledger/accounts/${encodeURIComponent(account.id)}`}>
                      {account.kind}
                    </Link>
                  ),
                ],
                ['Of', ({ account }) => accountOwner(account)],
                ['Side', ({ side }) => sentence(side)],
                [
                  'Change',
                  ({ amount, account }) => <Money amount={amount} currency={account.asset} signed align />,
                  'num',
                ],
                [
                  'Balance after',
                  ({ balance, account }) => <Money amount={balance} currency={account.asset} align />,
                  'num',
                ],
              ]}
            />
          </Section>
          <Section title="Cause">
            <Facts
              left
              rows={[
                cause === null
                  ? null
                  : [sentence(cause.kind), <Id key="cause" value={cause.id} {...toOf(placeOf(cause.path))} />],
                ['Key', <Id key="key" value={key} />],
                reverses === null
                  ? null
                  : ['Reverses', <Id key="r" value={reverses} to={`/ledger/journals/${reverses}`} />],
                reversed_by === null
                  ? null
                  : ['Reversed by', <Id key="b" value={reversed_by} to={`/ledger/journals/${reversed_by}`} />],
                ...facts
                  .filter(({ value }) => value !== cause?.id)
                  .map(({ name, value }) => [factNames[name] ?? sentence(name), factOf(name, value)] as const),
              ]}
            />
          </Section>
          {steps.length > 0 && (
            <Section title="History of the operation">
              <History
                events={steps.map((step) => ({
                  at: step.at,
                  title: stateOf(step.to).word,
                  tone: stateOf(step.to).tone,
                  note: `${step.actor_name ?? sentence(step.actor)}${step.why === '' ? '' : `: ${step.why}`}`,
                }))}
              />
            </Section>
          )}
        </>
      )}
    </Loaded>
  )
}

/** Labels of facts with short names in the books. */
const factNames: Readonly<Record<string, string>> = {
  bankref: 'Bank reference',
  value: 'Value date',
  txid: 'Transaction',
}

const factOf = (name: string, value: string) => (name === 'value' ? <Time at={value} day /> : value)

const toOf = (to: string | null) => (to === null ? {} : { to })
