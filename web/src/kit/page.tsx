import { IconChevronRight } from '@tabler/icons-react'
import { type ReactNode, useEffect } from 'react'
import { Link } from './link.tsx'

type HeadProps = {
  title: string
  /** Shown in place of the title. */
  children?: ReactNode
  /** The pages above this one. */
  crumbs?: readonly { title: string; to: string }[]
  /** State, next to the title. */
  badge?: ReactNode
  /** One quiet sentence below the title. */
  sub?: ReactNode
  /** Buttons at the end. */
  acts?: ReactNode
}

/** The head of a page. Its title is the title of the window too. */
export function PageHead({ title, children, crumbs, badge, sub, acts }: HeadProps) {
  useEffect(() => {
    document.title = `${title} · Specie`
  }, [title])
  return (
    <>
      {crumbs && (
        <nav className="crumb" aria-label="Breadcrumbs">
          {crumbs.map((crumb) => (
            <span className="row" key={crumb.to}>
              <Link to={crumb.to}>{crumb.title}</Link>
              <IconChevronRight className="ic" aria-hidden />
            </span>
          ))}
          <span aria-current="page">{title}</span>
        </nav>
      )}
      <div className={crumbs ? 'head ruled' : 'head'}>
        <h1>{children ?? title}</h1>
        {badge}
        <div className="grow" />
        {acts}
        {sub !== undefined && <div className="sub">{sub}</div>}
      </div>
    </>
  )
}

type PartProps = { title: string; note?: ReactNode; end?: ReactNode; children: ReactNode }

/** A part of a page. */
export function Section({ title, note, end, children }: PartProps) {
  return (
    <section className="sec">
      <div className="sec-h">
        <h2>{title}</h2>
        {note !== undefined && <span className="muted">{note}</span>}
        {end !== undefined && <span className="end">{end}</span>}
      </div>
      {children}
    </section>
  )
}

/** A part of a page in a box: a decision, or side information. */
export function Panel({ title, note, end, children }: PartProps) {
  return (
    <section className="panel">
      <div className="panel-h">
        <h2>{title}</h2>
        {note !== undefined && <span className="muted s13">{note}</span>}
        {end !== undefined && <span className="end">{end}</span>}
      </div>
      <div className="panel-b">{children}</div>
    </section>
  )
}

/** Names and values. A value may have a second line in `<small>`. */
export function Facts({
  rows,
  left = false,
}: {
  rows: readonly (readonly [string, ReactNode] | null)[]
  left?: boolean
}) {
  return (
    <dl className={left ? 'facts left' : 'facts'}>
      {rows
        .filter((row) => row !== null)
        .flatMap(([name, value]) => [<dt key={name}>{name}</dt>, <dd key={`${name} value`}>{value}</dd>])}
    </dl>
  )
}

/** One large figure with its name and a note. */
export function Stat({ name, children, note }: { name: string; children: ReactNode; note?: ReactNode }) {
  return (
    <div className="stat">
      <div className="k">{name}</div>
      <div className="v">{children}</div>
      {note !== undefined && <div className="n">{note}</div>}
    </div>
  )
}
