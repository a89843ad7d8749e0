import type { Output } from '../../api/call.ts'
import { useCall } from '../../api/use-call.ts'
import { StateBadge } from '../../kit/value/badge.tsx'
import { Banner } from '../../kit/banner.tsx'
import { Id } from '../../kit/value/id.tsx'
import { Loaded } from '../../kit/loading.tsx'
import { Facts, PageHead, Panel, Section } from '../../kit/page.tsx'
import { Time } from '../../kit/value/time.tsx'
import { usePathId } from '../../kit/url-state.ts'
import { CaseHistory } from '../case-history.tsx'
import { ClearOrReject } from '../clear-or-reject.tsx'
import { Hits } from '../hits.tsx'
import { InstitutionLink, institutionCrumbs } from '../institution-link.tsx'

type Account = Output<'institutionBankAccount'>

/** One bank account of an institution: its owner, and the decision on it. */
export function Page() {
  const found = useCall('institutionBankAccount', { id: usePathId() })
  return (
    <Loaded query={found} lines={8}>
      {(account) => (
        <>
          <PageHead
            title={`${account.label}, ${account.institution}`}
            crumbs={institutionCrumbs(account.institutionid, account.institution)}
            badge={<StateBadge state={account.status} box />}
            sub={`Bank account in ${account.currency}`}
          />
          <div className="split">
            <div>
              <Names account={account} />
              <Hits hits={account.hits} />
              <CaseHistory history={account.history} />
            </div>
            <Decision account={account} />
          </div>
        </>
      )}
    </Loaded>
  )
}

const answers: Record<NonNullable<Account['confirmation']>, string> = {
  match: 'The name matches',
  close_match: 'The name nearly matches',
  no_match: 'The name does not match',
  unavailable: 'The bank could not check it',
}

function Names({ account }: { account: Account }) {
  const { institutionid, institution, name, identifier, confirmation, confirmed_name, created_at, accountid } = account
  return (
    <Section title="Account">
      <Facts
        left
        rows={[
          ['Institution', <InstitutionLink key="institution" id={institutionid} name={institution} />],
          ['Owner, by the institution', name],
          [
            'Answer of its bank',
            confirmation === null ? 'Not checked, because only banks in GBP offer this' : answers[confirmation],
          ],
          confirmed_name === null ? null : ['Owner, by its bank', confirmed_name],
          ['Number', <Id key="number" value={identifier} whole />],
          ['Registered', <Time key="at" at={created_at} />],
          ['Id', <Id key="id" value={accountid} />],
        ]}
      />
    </Section>
  )
}

function Decision({ account: { accountid, label, status, waits_because } }: { account: Account }) {
  return (
    <Panel title="Decision" end={<StateBadge state={status} />}>
      <div className="stack">
        {status === 'unconfirmed' && (
          <>
            {waits_because !== null && (
              <Banner tone="waits" title="The institution sees:">
                {waits_because}
              </Banner>
            )}
            <ClearOrReject
              call="decideBankAccount"
              id={accountid}
              label={label}
              effects={{
                clear: 'This is the institution’s own account. Payouts to it are allowed from now on.',
                reject: 'The account is removed permanently. The institution can register another one.',
              }}
            />
          </>
        )}
        {status === 'active' && (
          <p className="s13 muted">Payouts to this account are allowed. The institution can remove it.</p>
        )}
        {status === 'disabled' && (
          <p className="s13 muted">This account is removed permanently. The history shows the reason.</p>
        )}
      </div>
    </Panel>
  )
}
