import type { ReactNode } from 'react'
import type { Output } from '../../api/call.ts'
import { useCall } from '../../api/use-call.ts'
import { ActButton } from '../../app/act-button.tsx'
import { Link } from '../../kit/link.tsx'
import { Loaded } from '../../kit/loading.tsx'
import { Facts, PageHead, Section } from '../../kit/page.tsx'
import { SmallTable } from '../../kit/table/small-table.tsx'
import { usePathId } from '../../kit/url-state.ts'
import { Badge } from '../../kit/value/badge.tsx'
import { countryName } from '../../kit/value/country.ts'
import { Id } from '../../kit/value/id.tsx'
import { sentence } from '../../kit/value/states.ts'
import { Time } from '../../kit/value/time.tsx'
import { useWaitingRequest, WaitingRequest } from '../waiting-request.tsx'
import { effects } from './version-words.ts'

type Entry = Output<'listEntry'>

/** Everything that a list says about a party. */
export function Page() {
  const found = useCall('listEntry', { id: usePathId() })
  return (
    <Loaded query={found} lines={8}>
      {(entry) => (
        <>
          <PageHead
            title={entry.names[0]?.text ?? entry.wallets[0]?.address ?? entry.reference}
            crumbs={[{ title: 'Lists', to: '/lists' }]}
            badge={
              <Badge tone={entry.ended === null ? 'held' : 'quiet'}>
                {entry.ended === null ? 'Listed' : 'No longer listed'}
              </Badge>
            }
            sub={`${entry.title}, ${entry.reference}`}
            acts={entry.list === 'own' && entry.ended === null && <Remove entry={entry} />}
          />
          <EntryFacts entry={entry} />
          <Names names={entry.names} />
          <Places places={entry.places} />
          <Identifiers identifiers={entry.identifiers} wallets={entry.wallets} />
          {entry.remarks.length > 0 && (
            <Section title="Remarks">
              {entry.remarks.map((remark) => (
                <p key={remark} className="s13">
                  {remark}
                </p>
              ))}
            </Section>
          )}
        </>
      )}
    </Loaded>
  )
}

function Remove({ entry: { id, names, wallets, reference } }: { entry: Entry }) {
  const waiting = useWaitingRequest('list.remove')(id)
  if (waiting !== null) return <WaitingRequest id={waiting} />
  return (
    <ActButton
      call="proposeListRemove"
      input={{ entryid: id }}
      act="lists.propose"
      label="Remove from the list"
      title={`Remove «${names[0]?.text ?? wallets[0]?.address ?? reference}» from your own list`}
      second="list.remove"
    >
      New items of this party are no longer stopped by this entry.
    </ActButton>
  )
}

const strengths = { primary: 'Name', strong: 'Alias', weak: 'Weak alias' } as const

function EntryFacts({ entry }: { entry: Entry }) {
  const { kind, births, programmes, asset_freeze, measures, relations, listed, changed, began, ended, effect } = entry
  return (
    <Section title="Entry">
      <Facts
        left
        rows={[
          ['Kind', kind === 'other' ? 'Person or company' : sentence(kind)],
          births.length === 0 ? null : ['Born', births.map(bornText).join(' or ')],
          ['Effect of a match', effects[effect]],
          ['Asset freeze', asset_freeze ? 'Yes' : 'No'],
          measures.length === 0 ? null : ['Measures', measures.join(', ')],
          programmes.length === 0 ? null : ['Programmes', programmes.join(', ')],
          relations.length === 0
            ? null
            : ['Relations', relations.map(({ relation, of }) => `${relation} ${of}`).join(', ')],
          listed === null ? null : ['Listed', listed],
          changed === null ? null : ['Changed by the publisher', changed],
          ['Since version', version(began)],
          ended === null ? null : ['Ended by version', version(ended)],
        ]}
      />
    </Section>
  )
}

const version = ({ versionid, at }: Entry['began']): ReactNode => (
  <Link className="link" to={`/lists/versions/${versionid}`}>
    <Time at={at} />
  </Link>
)

const bornText = ({ from, to, circa }: Entry['births'][number]): string =>
  `${circa ? 'about ' : ''}${from === to ? from : `${from} to ${to}`}`

function Names({ names }: Pick<Entry, 'names'>) {
  return (
    <Section title="Names">
      <SmallTable
        name="Names"
        rows={names}
        rowKey={({ text }) => text}
        empty="The list gives no name."
        columns={[
          ['Name', ({ text }) => <bdi>{text}</bdi>],
          ['Kind', ({ strength }) => strengths[strength]],
        ]}
      />
    </Section>
  )
}

function Places({ places }: Pick<Entry, 'places'>) {
  if (places.length === 0) return null
  return (
    <Section title="Places">
      <SmallTable
        name="Places"
        rows={places}
        rowKey={({ role, text }) => `${role} ${text}`}
        empty=""
        columns={[
          ['Place', ({ text }) => <bdi>{text}</bdi>],
          ['Kind', ({ role }) => sentence(role)],
          ['Country', ({ country }) => (country === null ? '' : countryName(country)), 'not-phone'],
        ]}
      />
    </Section>
  )
}

function Identifiers({ identifiers, wallets }: Pick<Entry, 'identifiers' | 'wallets'>) {
  const rows = [
    ...identifiers.map(({ label, value, country }) => ({
      label,
      value,
      note: country === null ? '' : countryName(country),
    })),
    ...wallets.map(({ ticker, address }) => ({ label: 'Wallet', value: address, note: ticker })),
  ]
  if (rows.length === 0) return null
  return (
    <Section title="Identifiers">
      <SmallTable
        name="Identifiers"
        rows={rows}
        rowKey={({ label, value, note }) => `${label} ${value} ${note}`}
        empty=""
        columns={[
          ['Kind', ({ label }) => label],
          ['Value', ({ value }) => <Id value={value} whole />],
          ['Of', ({ note }) => note, 'not-phone'],
        ]}
      />
    </Section>
  )
}
