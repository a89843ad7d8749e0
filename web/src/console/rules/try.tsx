import { useRef, useState } from 'react'
import { call, type Output } from '../../api/call.ts'
import { CallError } from '../../api/error.ts'
import { Button } from '../../kit/button.tsx'
import { Choose } from '../../kit/form/field.tsx'
import { FormError } from '../../kit/form/form-error.tsx'
import { Section } from '../../kit/page.tsx'
import { SmallTable } from '../../kit/table/small-table.tsx'
import { Time } from '../../kit/value/time.tsx'
import { InstitutionLink } from '../institution-link.tsx'
import { ItemLink } from './item-link.tsx'
import type { Version } from './words.ts'

type Answer = Output<'tryRule'>
type Tried = {
  readonly items: number
  readonly lookedAt: number
  readonly fired: number
  readonly hits: Answer['hits']
}

const dayMs = 86_400_000
const maxShown = 200
const times = [
  { value: '30', label: 'The last 30 days' },
  { value: '90', label: 'The last 90 days' },
  { value: '365', label: 'The last year' },
]

/** What a version would have done with the items of the past. Nothing is written. */
export function TryRule({ versions }: { versions: readonly Version[] }) {
  const [version, setVersion] = useState(versions[0]!.versionid)
  const [days, setDays] = useState('90')
  const { tried, isRunning, error, run, stop } = useTrial()
  return (
    <Section title="Try it on history">
      <form
        className="row"
        onSubmit={(event) => {
          event.preventDefault()
          void run(version, Number(days))
        }}
      >
        <Choose
          label="Version"
          name="version"
          value={version}
          onChange={setVersion}
          options={versions.map(({ versionid, number }) => ({ value: versionid, label: `Version ${number}` }))}
        />
        <Choose label="Time" name="days" value={days} onChange={setDays} options={times} />
        {isRunning ? (
          <Button onClick={stop}>Stop</Button>
        ) : (
          <Button type="submit" main>
            Try
          </Button>
        )}
      </form>
      <FormError error={error} fields={[]} />
      {tried !== null && <Result tried={tried} isRunning={isRunning} />}
    </Section>
  )
}

function Result({ tried: { items, lookedAt, fired, hits }, isRunning }: { tried: Tried; isRunning: boolean }) {
  return (
    <>
      <p className="s13" aria-live="polite">
        {isRunning ? 'So far it' : 'It'} would have fired for {count(fired)} of {count(lookedAt)} items
        {isRunning ? ` (${count(items)} in all)` : ''}.
      </p>
      {isRunning && <progress max={Math.max(1, items)} value={lookedAt} aria-label="Items looked at" />}
      <SmallTable
        name="Items for which it would have fired"
        rows={hits}
        rowKey={({ itemid }) => itemid}
        empty={isRunning ? 'None so far.' : 'It would not have fired.'}
        columns={[
          ['Time', ({ at }) => <Time at={at} />],
          ['Institution', ({ institution }) => <InstitutionLink {...institution} />],
          ['Item', (hit) => <ItemLink {...hit} />],
          ['Why it would have fired', ({ text }) => text],
        ]}
      />
      {fired > hits.length && <p className="s13 muted">The first {count(hits.length)} are shown.</p>}
    </>
  )
}

const count = (value: number): string => value.toLocaleString('en')

/** Repeats the call until all items of the time were looked at. */
function useTrial() {
  const [tried, setTried] = useState<Tried | null>(null)
  const [isRunning, setRunning] = useState(false)
  const [error, setError] = useState<CallError | null>(null)
  const current = useRef(0)
  const stop = () => {
    current.current += 1
    setRunning(false)
  }
  async function run(id: string, days: number): Promise<void> {
    const mine = (current.current += 1)
    const to = new Date()
    const time = { id, from: new Date(to.getTime() - days * dayMs).toISOString(), to: to.toISOString() }
    let sofar: Tried = { items: 0, lookedAt: 0, fired: 0, hits: [] }
    setError(null)
    setTried(sofar)
    setRunning(true)
    try {
      for (let after: string | null | undefined; after !== null;) {
        const answer: Answer = await call('tryRule', { ...time, ...(after !== undefined && { after }) })
        if (mine !== current.current) return
        sofar = added(sofar, answer)
        setTried(sofar)
        after = answer.next
      }
      setRunning(false)
    } catch (problem) {
      if (mine !== current.current) return
      setRunning(false)
      if (!(problem instanceof CallError)) throw problem
      setError(problem)
    }
  }
  return { tried, isRunning, error, run, stop }
}

const added = (sofar: Tried, { items, looked_at, fired, hits }: Answer): Tried => ({
  items: items ?? sofar.items,
  lookedAt: sofar.lookedAt + looked_at,
  fired: sofar.fired + fired,
  hits: [...sofar.hits, ...hits].slice(0, maxShown),
})
