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

/** One bank account of an institution: whose name it is in, and the decision on it. */
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

const said: Record<NonNullable<Account['confirmation']>, string> = {
  match: 'The name is right',
  close_match: 'The name is nearly right',
  no_match: 'The name is another one',
  unavailable: 'The bank could not say',
}

function Names({ account }: { account: Account }) {
  const { institutionid, institution, name, identifier, confirmation, confirmed_name, created_at, accountid } = account
  return (
    <Section title="Account">
      <Facts
        left
        rows={[
          ['Institution', <InstitutionLink key="institution" id={institutionid} name={institution} />],
          ['Owner, as the institution wrote it', name],
          [
            'What its bank says',
            confirmation === null ? 'It was not asked; only banks in GBP can be' : said[confirmation],
          ],
          confirmed_name === null ? null : ['Owner, as its bank knows it', confirmed_name],
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
              <Banner tone="waits" title="The institution was told:">
                {waits_because}
              </Banner>
            )}
            <ClearOrReject
              call="decideBankAccount"
              id={accountid}
              label={label}
              effects={{
                clear: 'It is the institution’s own account. Money is paid there from now on.',
                reject: 'It is disabled for good. The institution can register another one.',
              }}
            />
          </>
        )}
        {status === 'active' && <p className="s13 muted">Money may be paid there. The institution can disable it.</p>}
        {status === 'disabled' && <p className="s13 muted">It is disabled for good. The history says why.</p>}
      </div>
    </Panel>
  )
}
