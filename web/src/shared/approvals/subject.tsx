import { none } from '@specie/protocol/web-api/facts.ts'
import type { ReactNode } from 'react'
import { usePlace } from '../../app/place.ts'
import { Banner } from '../../kit/banner.tsx'
import { Link } from '../../kit/link.tsx'
import { Facts } from '../../kit/page.tsx'
import { Id } from '../../kit/value/id.tsx'
import { Money } from '../../kit/value/money.tsx'
import { Time } from '../../kit/value/time.tsx'
import type { Approval, Fact, ShownApproval } from './approval.ts'
import style from './subject.module.css'

const titles = { subject: 'The subject', effect: 'What changes', evidence: 'Evidence' } as const

/** The subject in words, with its changes and the evidence. */
export function Subject({ approval }: { approval: ShownApproval }) {
  const partOf = (part: Fact['part']) => approval.facts.filter((fact) => fact.part === part)
  const unchanged = partOf('unchanged')
  return (
    <>
      <Since changed={approval.changed} />
      {(['subject', 'effect', 'evidence'] as const).map((part) => (
        <Part key={part} title={titles[part]} facts={partOf(part)} />
      ))}
      {unchanged.length > 0 && (
        <details className={style['folded']}>
          <summary>Unchanged</summary>
          <FactRows facts={unchanged} />
        </details>
      )}
    </>
  )
}

/** For a page that shows the subject itself. Only the changes, and what has changed since the request. */
export function Changes({ approval: { facts, changed } }: { approval: ShownApproval }) {
  return (
    <div>
      <Since changed={changed} />
      <Part title={titles.effect} facts={facts.filter(({ part }) => part === 'effect')} />
    </div>
  )
}

function Since({ changed }: { changed: readonly Fact[] }) {
  if (changed.length === 0) return null
  return (
    <div className={style['part']}>
      <Banner tone="waits" title="Changed since the request.">
        <FactRows facts={changed} />
      </Banner>
    </div>
  )
}

function Part({ title, facts }: { title: string; facts: readonly Fact[] }) {
  if (facts.length === 0) return null
  return (
    <div className={style['part']}>
      <h3>{title}</h3>
      <FactRows facts={facts} />
    </div>
  )
}

/** Several facts of one name share a row. */
function FactRows({ facts }: { facts: readonly Fact[] }) {
  const rows = Map.groupBy(facts, ({ label }) => label)
  return (
    <Facts
      left
      rows={Array.from(rows, ([label, some]) => [
        label,
        <span key={label}>
          {some.map((fact, n) => (
            <span key={n} className={style['value']}>
              <Value fact={fact} />
            </span>
          ))}
        </span>,
      ])}
    />
  )
}

function Value({ fact }: { fact: Fact }) {
  const { before, value, note } = fact
  return (
    <>
      {before !== null && (
        <>
          <span className={style['before']}>{shown(fact, before)}</span>
          <span className={style['arrow']} aria-label="becomes">
            →
          </span>
        </>
      )}
      <Linked path={fact.path}>{shown(fact, value)}</Linked>
      {note !== null && <small>{note}</small>}
    </>
  )
}

function Linked({ path, children }: { path: string | null; children: ReactNode }) {
  const to = usePlace()(path)
  if (to === null) return children
  return (
    <Link className="link" to={to}>
      {children}
    </Link>
  )
}

function shown({ kind, asset }: Fact, value: string): ReactNode {
  if (value === none) return <span className="muted">none</span>
  if (kind === 'money') return <Money amount={value} currency={asset ?? ''} />
  if (kind === 'time') return <Time at={value} />
  return kind === 'code' ? <Id value={value} whole /> : value
}

/** The signed data, for a check outside: ids, hash and canonical JSON. */
export function SignedData({ approval: { id, payload, payload_hash } }: { approval: Approval }) {
  return (
    <details className={style['folded']}>
      <summary>Signed data</summary>
      <Facts
        left
        rows={[
          ['Request', <Id key="id" value={id} whole />],
          ['SHA-256 of the payload', <Id key="hash" value={payload_hash} whole />],
        ]}
      />
      <pre className="mono">{payload}</pre>
    </details>
  )
}
