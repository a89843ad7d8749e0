import { useCall } from '../../api/use-call.ts'
import { Section } from '../../kit/page.tsx'
import { sentence, stateOf } from '../../kit/value/states.ts'
import { type Happened, History } from '../history.tsx'
import type { KybCase } from './kyb-case.ts'

type Event = KybCase['timeline'][number]

/** The history of the case. It names staff; people of the institution appear as the institution. */
export function CaseHistory({ timeline }: Pick<KybCase, 'timeline'>) {
  const staff = useCall('listStaff', {}, { refetchInterval: false })
  const nameOf = (actor: string): string => {
    if (!actor.startsWith('person:')) return sentence(actor)
    return staff.data?.items.find(({ id }) => actor.endsWith(id))?.name ?? 'The institution'
  }
  const events = timeline
    .toSorted((a, b) => a.at.localeCompare(b.at))
    .toReversed()
    .map((event) => happened(event, nameOf(event.actor)))
  return (
    <Section title="History" note="newest first">
      <History events={events} />
    </Section>
  )
}

function happened({ at, what, why }: Event, by: string): Happened {
  const note = why === null || why === '' ? by : `${by}: ${why}`
  const state = /^state[ ._](\w+)$/.exec(what)?.[1]
  if (state === undefined) return { at, title: sentence(what), note }
  const { tone, word } = stateOf(state)
  return { at, title: word, tone, note }
}
