import { Badge } from '../../kit/value/badge.tsx'
import { Link } from '../../kit/link.tsx'
import { Panel, Section } from '../../kit/page.tsx'
import { Time } from '../../kit/value/time.tsx'
import type { Output } from '../../api/call.ts'
import { SmallTable } from '../../kit/table/small-table.tsx'
import { HitState } from '../hits.tsx'
import { effects } from '../match-words.ts'
import style from './case.module.css'

type Screened = Pick<Output<'holdCase'>, 'screening'>['screening']
type Hit = Screened['hits'][number]

/** Parties that match an entry of a list, each next to its entry, with the parts of the score. */
export function Screening({ screening: { hits, review_from } }: { screening: Screened }) {
  return (
    <Section
      title={hits.length > 1 ? 'Screening hits' : 'Screening hit'}
      note={`a person reviews it from ${review_from}`}
    >
      {hits.map((hit) => (
        <OneHit key={hitKey(hit)} hit={hit} />
      ))}
    </Section>
  )
}

export const hitKey = ({ name, entry }: Hit): string => `${name} ${entry.list} ${entry.reference} ${entry.version}`

export function OneHit({ hit }: { hit: Hit }) {
  const { name, party, entry, score, state } = hit
  const lines = [
    {
      what: 'Name',
      here: name,
      listed: (
        <Link className="link" to={`/lists/entries/${entry.id}`}>
          {entry.names.length === 0 ? entry.name : entry.names.join('; ')}
        </Link>
      ),
      result: <Badge tone="held">{score}</Badge>,
    },
    { what: 'Born or founded', here: party?.born, listed: entry.births.join('; ') },
    { what: 'Countries', here: party?.countries.join(', '), listed: entry.countries.join(', ') },
    { what: 'Identifiers', here: party?.identifiers.join('; '), listed: entry.identifiers.join('; ') },
    { what: 'Wallets', here: party?.kind === 'wallet' ? name : null, listed: entry.wallets.join('; ') },
    { what: entry.list === 'own' ? 'Part' : 'Programmes', here: null, listed: entry.programmes.join('; ') },
    {
      what: 'List',
      here: null,
      listed: (
        <span>
          {entry.title}, {entry.list === 'own' ? '' : `${entry.reference}, `}
          <Time at={entry.listed_at} day />
          {entry.is_ended && ', no longer on the list'}
        </span>
      ),
      result: effects[entry.effect],
    },
  ].filter(({ here, listed, what }) => what === 'Name' || what === 'List' || here || listed)
  return (
    <>
      <SmallTable
        name={`${name}, next to its list entry`}
        rows={lines}
        rowKey={({ what }) => what}
        empty=""
        columns={[
          ['What', ({ what }) => <span className="muted">{what}</span>],
          ['In this case', ({ here }) => here],
          ['List entry', ({ listed }) => listed],
          ['Comparison', ({ result }) => result],
        ]}
      />
      <div className={style['panel']}>
        <Panel title={`Parts of the score ${score}`} note={<HitState state={state} />}>
          <ul className="s13">
            {hit.why.map((part) => (
              <li key={part}>{part}</li>
            ))}
          </ul>
        </Panel>
      </div>
    </>
  )
}
