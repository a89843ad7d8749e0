import type { Output } from '../api/call.ts'
import { Section } from '../kit/page.tsx'
import { sentence, stateOf } from '../kit/value/states.ts'
import { type Happened, History } from './history.tsx'

type Event = Output<'institutionAddress'>['history'][number]

/** The history of one subject, newest first. */
export function CaseHistory({ history }: { history: readonly Event[] }) {
  return (
    <Section title="History" note="newest first">
      {history.length === 0 ? (
        <p className="s13 muted">No events yet.</p>
      ) : (
        <History events={history.filter(isNotRepeated).map(happened)} />
      )}
    </Section>
  )
}

/** Drops the events of a state that the audit log shows as well. */
const isNotRepeated = ({ what, at }: Event, _: number, all: readonly Event[]): boolean =>
  what.includes('.') || !all.some((other) => other.at === at && other.what.endsWith(`.${what}`))

/** `listed on UAT` stays as written; `sanctions_review` becomes words. */
const inWords = (why: string): string => (/^[a-z]+(_[a-z]+)*$/.test(why) ? sentence(why) : why)

function happened({ at, what, actor, actor_name, why }: Event): Happened {
  const by = actor_name ?? sentence(actor)
  const { tone, word } = stateOf(what)
  const title = what.includes('.') ? sentence(what.replace(/^\w+\./, '')) : word
  return { at, title, tone, note: why === null || why === '' ? by : `${by}: ${inWords(why)}` }
}
