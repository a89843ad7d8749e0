import { type ReactNode, useState } from 'react'
import { useCall } from '../../api/use-call.ts'
import { mayDo, useMe } from '../../app/session.tsx'
import { StateBadge } from '../../kit/value/badge.tsx'
import { Button } from '../../kit/button.tsx'
import { Owed } from '../../kit/value/owed.tsx'
import { Id } from '../../kit/value/id.tsx'
import { Link } from '../../kit/link.tsx'
import { Loaded } from '../../kit/loading.tsx'
import { Facts, PageHead, Panel, Section } from '../../kit/page.tsx'
import { sentence } from '../../kit/value/states.ts'
import { Time } from '../../kit/value/time.tsx'
import { usePathId } from '../../kit/url-state.ts'
import { Acts } from './acts.tsx'
import { SendAgreement } from '../agreements/send.tsx'
import { NextStep } from '../next-step.tsx'
import { PlaceHoldButton } from '../holds/place.tsx'
import { Contact } from './contact.tsx'
import { LimitsPanel } from './limits.tsx'
import { BalancesAndMovements } from './money.tsx'
import { Addresses, BankAccounts, Cases, Holds, People } from './of-institution.tsx'
import { SmallTable } from '../../kit/table/small-table.tsx'
import type { Institution } from './institution.ts'

/** One institution: its money, people, agreements, destinations and standing. */
export function Page() {
  const id = usePathId()
  const found = useCall('institution', { id })
  const me = useMe()
  return (
    <Loaded query={found}>
      {(data) => (
        <>
          <PageHead
            title={data.name}
            crumbs={[{ title: 'Institutions', to: '/institutions' }]}
            badge={<StateBadge state={data.state} box />}
            sub={<Id value={id} whole />}
          />
          <Owed owed={data.owed} title="Owes">
            Money was taken back after it was spent. Incoming money covers the debt; outgoing payments wait for review.
          </Owed>
          <div className="split">
            <div>
              <BalancesAndMovements institutionid={id} />
              <People institutionid={id} />
              <Agreements institution={data} />
              <Keys rows={data.api_keys} />
              <Addresses institutionid={id} />
              <BankAccounts institutionid={id} />
              {mayDo(me, 'cases.read') && <Cases institutionid={id} />}
              {mayDo(me, 'holds.read') && <Holds institutionid={id} />}
            </div>
            <div>
              <NextStep steps={data.steps} people={data.people} />
              <Standing institution={data} />
              <Contact institutionid={id} />
              <LimitsPanel institutionid={id} />
            </div>
          </div>
        </>
      )}
    </Loaded>
  )
}

function Standing({ institution }: { institution: Institution }) {
  const me = useMe()
  const { institutionid, state, risk_class, review_due_at, review_deadline, created_at } = institution
  const links: [boolean, string, string][] = [
    [mayDo(me, 'kyb.read'), `/kyb/${institutionid}`, 'Open the KYB case'],
    [mayDo(me, 'ledger.read'), `/ledger?institutionid=${institutionid}`, 'Accounts in the ledger'],
    [mayDo(me, 'audit.read'), `/audit?institution=${institutionid}`, 'Audit entries'],
  ]
  return (
    <Panel title="Standing">
      <div className="stack">
        <Facts
          rows={[
            ['KYB', <StateBadge key="kyb" state={state} />],
            ['Risk', risk_class === null ? 'not rated' : sentence(risk_class)],
            ['Review due', dayOr(review_due_at)],
            review_deadline === null ? null : ['Access ends', dayOr(review_deadline)],
            ['Invited', dayOr(created_at)],
          ]}
        />
        <div className="stack tight s13">
          {links.map(
            ([may, to, title]) =>
              may && (
                <Link key={to} className="link" to={to}>
                  {title}
                </Link>
              ),
          )}
        </div>
        <PlaceHoldButton wide institution={{ id: institutionid, name: institution.name }} />
        <Acts institution={institution} />
      </div>
    </Panel>
  )
}

const dayOr = (at: string | null): ReactNode => (at === null ? 'none' : <Time at={at} day />)

function Agreements({ institution: { institutionid, name, agreements } }: { institution: Institution }) {
  const [sending, setSending] = useState(false)
  const maySend = mayDo(useMe(), 'agreements.countersign')
  return (
    <Section
      title="Agreements"
      end={
        maySend && (
          <Button small onClick={() => setSending(true)}>
            Send an agreement
          </Button>
        )
      }
    >
      {sending && <SendAgreement institutionid={institutionid} name={name} onClose={() => setSending(false)} />}
      <SmallTable
        name="Agreements"
        rows={agreements}
        rowKey={({ agreementid }) => agreementid}
        empty="No agreement was sent yet."
        columns={[
          [
            'Product',
            ({ agreementid, product }) => (
              <Link className="link" to={`/agreements/${agreementid}`}>
                {sentence(product)}
              </Link>
            ),
          ],
          ['Version', ({ version }) => version, 'not-phone'],
          ['Sent', ({ created_at }) => <Time at={created_at} day />, 'not-phone'],
          ['Status', ({ status }) => <StateBadge state={status} />],
        ]}
      />
    </Section>
  )
}

function Keys({ rows }: { rows: Institution['api_keys'] }) {
  return (
    <Section title="API keys">
      <SmallTable
        name="API keys"
        rows={rows}
        rowKey={({ keyid }) => keyid}
        empty="It has not registered a key yet."
        columns={[
          [
            'Name',
            ({ keyid, label }) => (
              <Link className="link" to={`/api-keys/${keyid}`}>
                {label}
              </Link>
            ),
          ],
          ['Scopes', ({ scopes }) => scopes.join(', ')],
          ['Last used', ({ last_used_at }) => <Time at={last_used_at} />, 'not-phone'],
          ['Status', ({ status }) => <StateBadge state={status} />],
        ]}
      />
    </Section>
  )
}
