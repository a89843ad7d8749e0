import { Section } from '../../kit/page.tsx'
import { SmallTable } from '../../kit/table/small-table.tsx'
import { Badge } from '../../kit/value/badge.tsx'
import { phrase, sentence } from '../../kit/value/states.ts'
import { Time } from '../../kit/value/time.tsx'
import type { KybCase } from './kyb-case.ts'

/** The lists and names of the last screening, and its matches. */
export function Screening({ found: { screened, screening, persons, name } }: { found: KybCase }) {
  if (screened === null)
    return (
      <Section title="Screening">
        <SmallTable
          name="Matches with watchlists"
          rows={screening ?? []}
          rowKey={({ subject, list }) => `${subject} ${list}`}
          empty={screening === null ? 'The names are not screened yet.' : 'No name matches a watchlist.'}
          columns={[
            ['Name', ({ subject }) => persons.find(({ id }) => id === subject)?.data?.name ?? name],
            ['List', ({ list }) => list],
            ['Effect', ({ effect }) => sentence(effect)],
            ['Score', ({ score }) => score, 'num'],
          ]}
        />
      </Section>
    )
  const { at, lists, names } = screened
  return (
    <Section title="Screening" note={<Time at={at} />}>
      <div className="stack">
        <SmallTable
          name="Screened names"
          rows={names}
          rowKey={({ subject, part }) => `${subject} ${part}`}
          empty="The case had no names."
          columns={[
            ['Name', ({ name: text }) => text ?? <span className="muted">changed or erased since</span>],
            ['What', ({ part, subject }) => partWord(part, persons.find(({ id }) => id === subject)?.roles ?? [])],
            [
              'Result',
              ({ list, score }) =>
                list === null ? (
                  <Badge tone="done">No match</Badge>
                ) : (
                  <Badge tone="broken">{`${list}, ${score}`}</Badge>
                ),
            ],
          ]}
        />
        <SmallTable
          name="Screened lists"
          rows={lists}
          rowKey={({ list, effect }) => `${list} ${effect}`}
          empty="No list was loaded, so the names were not compared."
          columns={[
            ['List', ({ list }) => list],
            ['A match means', ({ effect }) => (effect === 'refuse' ? 'Never served' : 'Review by people')],
            ['Entries', ({ entries }) => entries, 'num'],
            ['As of', ({ changed_at }) => <Time at={changed_at} />],
          ]}
        />
      </div>
    </Section>
  )
}

function partWord(part: string, roles: readonly string[]): string {
  if (part.startsWith('chain')) return 'Company between'
  return part === 'name' ? sentence(roles.map(phrase).join(', ')) : sentence(part)
}
