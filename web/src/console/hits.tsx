import type { Output } from '../api/call.ts'
import { Badge } from '../kit/value/badge.tsx'
import { Section } from '../kit/page.tsx'
import { Time } from '../kit/value/time.tsx'
import { SmallTable } from '../kit/table/small-table.tsx'

type Hit = Output<'institutionAddress'>['hits'][number]

/** Names with the watchlist entries that they match now. */
export function Hits({ hits }: { hits: readonly Hit[] }) {
  return (
    <Section title="Screening">
      <SmallTable
        name="Matches with watchlists"
        rows={hits}
        rowKey={({ name, entry }) => `${name} ${entry.list} ${entry.reference}`}
        empty="No name here matches a watchlist now."
        columns={[
          ['Name', ({ name }) => name],
          ['List entry', ({ entry }) => entry.name],
          [
            'List',
            ({ entry }) => (
              <>
                {entry.list}, <Time at={entry.listed_at} day />
              </>
            ),
          ],
          ['Effect', ({ entry }) => (entry.effect === 'refuse' ? 'Refuses automatically' : 'A person reviews it')],
          ['Decision', ({ state }) => <HitState state={state} />],
          ['Score', ({ score }) => <Badge tone="held">{score}</Badge>, 'num'],
        ]}
      />
    </Section>
  )
}

/** The states of a match. */
export const matchWords = { open: 'Not decided', cleared: 'Cleared', confirmed: 'Confirmed' } as const

/** What two people have decided about a match. */
export const HitState = ({ state }: { state: Hit['state'] }) => (state === null ? 'Not asked' : matchWords[state])
