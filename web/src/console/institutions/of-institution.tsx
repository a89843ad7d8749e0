import { useCall } from '../../api/use-call.ts'
import { StateBadge } from '../../kit/value/badge.tsx'
import { Id } from '../../kit/value/id.tsx'
import { Link } from '../../kit/link.tsx'
import { Loaded } from '../../kit/loading.tsx'
import { chainName } from '../../kit/value/names.ts'
import { Section } from '../../kit/page.tsx'
import { sentence } from '../../kit/value/states.ts'
import { Time } from '../../kit/value/time.tsx'
import { SmallTable } from '../../kit/table/small-table.tsx'
import { rolesText } from '../../shared/people/people.ts'

export function People({ institutionid }: { institutionid: string }) {
  const list = useCall('institutionPeople', { id: institutionid })
  return (
    <Section title="People">
      <Loaded query={list}>
        {({ items }) => (
          <SmallTable
            name="People"
            rows={items}
            rowKey={({ id }) => id}
            empty="All people of this institution were removed."
            columns={[
              [
                'Name',
                ({ id, name }) => (
                  <Link className="link" to={`/members/${id}`}>
                    {name}
                  </Link>
                ),
              ],
              ['Roles', ({ roles }) => rolesText(roles)],
              ['Last seen', ({ last_seen_at }) => <Time at={last_seen_at} />, 'not-phone'],
              ['Status', ({ state }) => <StateBadge state={state} />],
            ]}
          />
        )}
      </Loaded>
    </Section>
  )
}

export function Addresses({ institutionid }: { institutionid: string }) {
  const list = useCall('institutionAddresses', { institutionid })
  return (
    <Section title="Withdrawal addresses">
      <Loaded query={list}>
        {({ items }) => (
          <SmallTable
            name="Withdrawal addresses"
            rows={items}
            rowKey={({ addressid }) => addressid}
            empty="It has not added an address yet."
            columns={[
              [
                'Name',
                ({ addressid, label }) => (
                  <Link className="link" to={`/addresses/${addressid}`}>
                    {label}
                  </Link>
                ),
              ],
              ['Chain', ({ blockchain }) => chainName(blockchain), 'not-phone'],
              ['Address', ({ address }) => <Id value={address} />, 'not-phone'],
              ['Status', ({ state }) => <StateBadge state={state} />],
            ]}
          />
        )}
      </Loaded>
    </Section>
  )
}

export function BankAccounts({ institutionid }: { institutionid: string }) {
  const list = useCall('institutionBankAccounts', { institutionid })
  return (
    <Section title="Bank accounts">
      <Loaded query={list}>
        {({ items }) => (
          <SmallTable
            name="Bank accounts"
            rows={items}
            rowKey={({ accountid }) => accountid}
            empty="It has not registered a bank account yet."
            columns={[
              [
                'Name',
                ({ accountid, label }) => (
                  <Link className="link" to={`/bank-accounts/${accountid}`}>
                    {label}
                  </Link>
                ),
              ],
              ['Owner', ({ name }) => name, 'not-phone'],
              ['Number', ({ identifier }) => <Id value={identifier} />, 'not-phone'],
              ['Status', ({ status }) => <StateBadge state={status} />],
            ]}
          />
        )}
      </Loaded>
    </Section>
  )
}

export function Cases({ institutionid }: { institutionid: string }) {
  const list = useCall('cases', { institutionid, limit: '10' })
  return (
    <Section
      title="Cases"
      note="the newest ten"
      end={
        <Link className="link" to={`/cases?institutionid=${institutionid}`}>
          All cases
        </Link>
      }
    >
      <Loaded query={list}>
        {({ items }) => (
          <SmallTable
            name="Cases"
            rows={items}
            rowKey={({ caseid }) => caseid}
            empty="No case yet."
            columns={[
              [
                'Opened',
                ({ caseid, created_at }) => (
                  <Link className="link" to={`/cases/${caseid}`}>
                    <Time at={created_at} />
                  </Link>
                ),
              ],
              ['Alerts', ({ alerts }) => alerts, 'num'],
              ['Status', ({ state }) => <StateBadge state={state} />],
            ]}
          />
        )}
      </Loaded>
    </Section>
  )
}

export function Holds({ institutionid }: { institutionid: string }) {
  const list = useCall('holds', { institutionid, limit: '10' })
  return (
    <Section
      title="Holds"
      note="the newest ten"
      end={
        <Link className="link" to={`/holds?institutionid=${institutionid}`}>
          All holds
        </Link>
      }
    >
      <Loaded query={list}>
        {({ items }) => (
          <SmallTable
            name="Holds"
            rows={items}
            rowKey={({ holdid }) => holdid}
            empty="No hold yet."
            columns={[
              [
                'Held',
                ({ holdid, kind, on }) => (
                  <Link className="link" to={`/holds/${holdid}`}>
                    {sentence(kind ?? on)}
                  </Link>
                ),
              ],
              ['Reason', ({ reason }) => sentence(reason)],
              ['Placed', ({ created_at }) => <Time at={created_at} />, 'not-phone'],
              ['Status', ({ state }) => <StateBadge state={state} />],
            ]}
          />
        )}
      </Loaded>
    </Section>
  )
}
