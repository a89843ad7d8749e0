import type { Output } from '../../api/call.ts'
import { Section } from '../../kit/page.tsx'
import { SmallTable } from '../../kit/table/small-table.tsx'
import { Badge } from '../../kit/value/badge.tsx'
import { durationText } from '../../kit/value/countdown.tsx'
import { grouped as digits } from '../../kit/value/money.tsx'
import type { Tone } from '../../kit/value/states.ts'
import { Time } from '../../kit/value/time.tsx'
import { type Group, grouped } from './job-groups.ts'
import style from './system.module.css'

type Job = Output<'system'>['jobs'][number]

const states: { readonly [state in Job['state']]: { tone: Tone; word: string } } = {
  in_order: { tone: 'done', word: 'In order' },
  failing: { tone: 'broken', word: 'Failing' },
  late: { tone: 'waits', word: 'Late' },
  not_run: { tone: 'quiet', word: 'Not run yet' },
}

const needsCare = ({ state }: Job): boolean => state === 'failing' || state === 'late'

/** The jobs by group. A group with a job that fails or is late is open. */
export function Jobs({ jobs }: { jobs: readonly Job[] }) {
  return (
    <Section title="Jobs" note={`${jobs.length} jobs; each runs in one process at a time`}>
      {grouped(jobs).map((group) => (
        <JobGroup key={group.title} group={group} />
      ))}
    </Section>
  )
}

function JobGroup({ group: { title, jobs } }: { group: Group<Job> }) {
  const troubled = jobs.filter(needsCare)
  const lastRun =
    jobs
      .flatMap(({ last_at }) => last_at ?? [])
      .toSorted()
      .at(-1) ?? null
  return (
    <details className={style['group']} open={troubled.length > 0}>
      <summary>
        <b>{title}</b>
        <span className="muted">
          {jobs.length === 1 ? '1 job' : `${jobs.length} jobs`}
          <span className="not-phone">
            , last run <Time at={lastRun} />
          </span>
        </span>
        <span className="end">
          {troubled.length === 0 ? (
            <Badge tone="done">In order</Badge>
          ) : (
            <Badge tone={troubled.some(({ state }) => state === 'failing') ? 'broken' : 'waits'}>
              {troubled.length === 1 ? '1 needs attention' : `${troubled.length} need attention`}
            </Badge>
          )}
        </span>
      </summary>
      <SmallTable
        name={`Jobs: ${title}`}
        rows={jobs}
        rowKey={({ name }) => name}
        empty=""
        columns={[
          ['Job', ({ name }) => <span className="mono">{name}</span>],
          ['Last run', ({ last_at }) => <Time at={last_at} />],
          ['Took', ({ took_ms }) => tookText(took_ms), 'num'],
          ['Runs', ({ runs }) => digits(String(runs)), 'num not-phone'],
          ['Failures', (job) => <Failures job={job} />, 'num'],
          ['State', ({ state }) => <Badge tone={states[state].tone}>{states[state].word}</Badge>],
        ]}
      />
    </details>
  )
}

function Failures({ job: { failures, failed_at } }: { job: Job }) {
  if (failed_at === null) return '0'
  return (
    <>
      {digits(String(failures))}
      <small>
        last <Time at={failed_at} />
      </small>
    </>
  )
}

const tookText = (ms: number | null): string => {
  if (ms === null) return ''
  return ms < 1_000 ? `${ms}\u00A0ms` : durationText(ms)
}
