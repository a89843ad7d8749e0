import type { PartyDecision } from '@specie/protocol/parties.ts'
import { useState } from 'react'
import type { Output } from '../../api/call.ts'
import { useAct, useCall } from '../../api/use-call.ts'
import { mayDo, useMe } from '../../app/session.tsx'
import { Banner } from '../../kit/banner.tsx'
import { Button } from '../../kit/button.tsx'
import { FormError } from '../../kit/form/form-error.tsx'
import { Segment, TextArea } from '../../kit/form/field.tsx'
import { Link } from '../../kit/link.tsx'
import { Loaded } from '../../kit/loading.tsx'
import { Facts, PageHead, Section } from '../../kit/page.tsx'
import { usePathId } from '../../kit/url-state.ts'
import { sentence } from '../../kit/value/states.ts'
import { Time } from '../../kit/value/time.tsx'
import { hitKey, OneHit } from '../holds/screening.tsx'
import { InstitutionLink } from '../institution-link.tsx'
import { TwoPeople } from '../two-people.tsx'
import { useVisit } from '../use-visit.ts'

type Party = Output<'party'>

/** One registered party, next to the entries that it matches, and the decision of two people. */
export function Page() {
  const id = usePathId()
  const found = useCall('party', { id, visit: useVisit() })
  return (
    <Loaded query={found} lines={8}>
      {(party) => (
        <>
          <PageHead
            title={`${party.name ?? 'A natural person'}, ${party.institution}`}
            crumbs={[{ title: 'Matched parties', to: '/parties' }]}
            sub={
              <>
                {sentence(party.what)} · first match <Time at={party.since} />
              </>
            }
          />
          <div className="split">
            <div>
              <About party={party} />
              <Section title={party.hits.length > 1 ? 'Screening hits' : 'Screening hit'}>
                {party.hits.map((hit) => (
                  <OneHit key={hitKey(hit)} hit={hit} />
                ))}
              </Section>
            </div>
            <Decision party={party} />
          </div>
        </>
      )}
    </Loaded>
  )
}

/** The page of what the party belongs to. */
const pagesOfKinds: Record<Party['kind'], { title: string; at: (party: Party) => string }> = {
  institution: { title: 'KYB case', at: ({ institutionid }) => `/kyb/${institutionid}` },
  person: { title: 'KYB case', at: ({ institutionid }) => `/kyb/${institutionid}` },
  bank_account: { title: 'Bank account', at: ({ subject }) => `/bank-accounts/${subject}` },
  wallet: { title: 'Withdrawal address', at: ({ subject }) => `/addresses/${subject}` },
}

function About({ party }: { party: Party }) {
  const { institutionid, institution, kind, what, open, cleared, confirmed } = party
  const { title, at } = pagesOfKinds[kind]
  const isOwn = kind === 'institution' || kind === 'person'
  return (
    <Section title="Party">
      <Facts
        left
        rows={[
          ['Institution', <InstitutionLink key="institution" id={institutionid} name={institution} />],
          [
            title,
            <Link key="subject" className="link" to={at(party)}>
              {sentence(what)}
            </Link>,
          ],
          ['Not decided', String(open)],
          ['Cleared', String(cleared)],
          ['Confirmed', String(confirmed)],
          open + confirmed > 0
            ? [
                'Until it is cleared',
                isOwn
                  ? 'Mints, redemptions, withdrawals and payments of the institution wait'
                  : 'Withdrawals to it wait',
              ]
            : null,
        ]}
      />
    </Section>
  )
}

function Decision({ party }: { party: Party }) {
  const mayPropose = mayDo(useMe(), 'holds.propose')
  return (
    <TwoPeople kind="party.decide" subject={party.partyid}>
      {party.open + party.confirmed === 0 ? (
        <p className="s13 muted">
          Two people have cleared every match. A new entry, or a change of the party, asks again.
        </p>
      ) : mayPropose ? (
        <Propose party={party} />
      ) : (
        <Banner>No decision is requested yet. Only compliance can request one.</Banner>
      )}
    </TwoPeople>
  )
}

const effects: Record<PartyDecision, string> = {
  clear: 'It is another party than these entries. Items that wait for this decision alone continue.',
  confirm: 'It is the party of these entries. Items that wait for this decision keep waiting.',
}

function Propose({ party: { partyid, open } }: { party: Party }) {
  const [decision, setDecision] = useState<PartyDecision>('clear')
  const [reason, setReason] = useState('')
  const propose = useAct('proposePartyDecide')
  const choices = [
    { value: 'clear' as const, label: 'Clear' },
    ...(open > 0 ? [{ value: 'confirm' as const, label: 'Confirm' }] : []),
  ]
  return (
    <form
      className="stack"
      onSubmit={(event) => {
        event.preventDefault()
        propose.mutate({ partyid, decision, reason: reason.trim() })
      }}
    >
      <Segment label="Decision" value={decision} options={choices} onChange={setDecision} wide />
      <p className="s13">{effects[decision]}</p>
      <TextArea
        label="Reason"
        aside="kept permanently"
        name="reason"
        value={reason}
        onChange={setReason}
        error={propose.error}
      />
      <FormError error={propose.error} fields={['reason']} />
      <Button type="submit" main tall wide busy={propose.isPending} disabled={reason.trim() === ''}>
        {`Request to ${decision}`}
      </Button>
      <p className="small muted">This is a request. A second approver with the role MLRO decides.</p>
    </form>
  )
}
