import type { Output } from '../../api/call.ts'
import { useAct } from '../../api/use-call.ts'
import { mayDo, useMe } from '../../app/session.tsx'
import { Banner } from '../../kit/banner.tsx'
import { Button } from '../../kit/button.tsx'
import { Link } from '../../kit/link.tsx'
import { Section } from '../../kit/page.tsx'
import { SmallTable } from '../../kit/table/small-table.tsx'
import { Badge } from '../../kit/value/badge.tsx'
import type { Tone } from '../../kit/value/states.ts'
import { Time } from '../../kit/value/time.tsx'

type Lists = Output<'lists'>
type List = Lists['lists'][number]

const states: Record<List['state'], { tone: Tone; word: string }> = {
  current: { tone: 'done', word: 'Current' },
  old: { tone: 'broken', word: 'Too old' },
  missing: { tone: 'broken', word: 'Never loaded' },
  silent: { tone: 'broken', word: 'No answer' },
  not_followed: { tone: 'quiet', word: 'No source' },
}

/** Each sanctions list with its age and its active version. */
export function SanctionsLists({ lists: { lists, is_missing } }: { lists: Lists }) {
  const stopping = lists.filter(({ state }) => state === 'old' || state === 'missing')
  const failing = lists.filter(({ failure }) => failure !== null)
  return (
    <Section title="Sanctions lists" note="a list older than 48 hours stops screening">
      {is_missing && (
        <Banner tone="broken" title="No lists are set.">
          Nothing can be screened, so everything that needs it waits. Name the lists in the setting SCREENING_LISTS.
        </Banner>
      )}
      {stopping.length > 0 && (
        <Banner tone="broken" title="Screening does not decide.">
          {`${titles(stopping)} must be read again first. Until then everything that is screened waits.`}
        </Banner>
      )}
      {failing.map(({ list, title, state, failure, failed_at }) => (
        <Banner
          key={list}
          tone="held"
          title={state === 'silent' ? `${title} does not answer.` : `${title} was not taken.`}
        >
          {state === 'silent' && 'What needs its answer waits. '}
          {failure} <Time at={failed_at} />
        </Banner>
      ))}
      <SmallTable
        name="Sanctions lists"
        rows={lists}
        rowKey={({ list }) => list}
        empty="No sanctions list is loaded."
        columns={[
          ['List', ({ title, active }) => <ListName title={title} active={active} />],
          ['Status', (one) => <ListState list={one} />],
          ['Last checked', ({ checked_at }) => (checked_at === null ? '–' : <Time at={checked_at} />)],
          ['Version since', ({ active }) => (active === null ? '–' : <Time at={active.created_at} />), 'not-phone'],
          ['Entries', ({ active }) => count(active?.entries), 'num'],
          ['Names', ({ active }) => count(active?.names), 'num not-phone'],
          ['Wallets', ({ active }) => count(active?.wallets), 'num not-phone'],
          ['Source', (one) => <ReadNow list={one} />],
        ]}
      />
    </Section>
  )
}

/** The own list has no source, and does not age. */
function ListState({ list: { list, state } }: { list: List }) {
  const { tone, word } = list === 'own' ? { tone: 'done' as const, word: 'Current' } : states[state]
  return <Badge tone={tone}>{word}</Badge>
}

const titles = (lists: readonly List[]): string => lists.map(({ title }) => title).join(', ')

const count = (number: number | undefined): string => (number === undefined ? '–' : number.toLocaleString('en'))

function ListName({ title, active }: Pick<List, 'title' | 'active'>) {
  if (active === null) return title
  return (
    <Link className="link" to={`/lists/versions/${active.versionid}`}>
      {title}
    </Link>
  )
}

function ReadNow({ list: { list, state, title } }: { list: List }) {
  const me = useMe()
  const run = useAct('refreshList')
  if (list === 'own') return 'your staff'
  if (state === 'not_followed') return 'none is set'
  if (!mayDo(me, 'lists.refresh')) return 'set'
  const label = run.isSuccess ? 'Reading' : 'Read now'
  return (
    <Button small busy={run.isPending} onClick={() => run.mutate({ list })} aria-label={`${label}, ${title}`}>
      {label}
    </Button>
  )
}
