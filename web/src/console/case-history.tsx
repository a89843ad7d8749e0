import type { Output } from '../api/call.ts'
import { Section } from '../kit/page.tsx'
import { sentence, stateOf } from '../kit/states.ts'
import { type Happened, History } from './history.tsx'

type Event = Output<'institutionAddress'>['history'][number]

/** What has happened to something, the newest first, and who did it. */
export function CaseHistory({ history }: { history: readonly Event[] }) {
  return (
    <Section title="History" note="the newest first">
      {history.length === 0 ? (
        <p className="s13 muted">Nothing has happened to it yet.</p>
      ) : (
        <History events={history.map(happened)} />
      )}
    </Section>
  )
}

function happened({ at, what, actor, actor_name, why }: Event): Happened {
  const by = actor_name ?? sentence(actor)
  const { tone, word } = stateOf(what)
  const title = what.includes('.') ? sentence(what.replace(/^\w+\./, '')) : word
  return { at, title, tone, note: why === null || why === '' ? by : `${by}: ${sentence(why)}` }
}
