import { useNavigate } from '@tanstack/react-router'
import {
  type KeyboardEvent,
  type Ref,
  type RefObject,
  useDeferredValue,
  useEffect,
  useImperativeHandle,
  useRef,
  useState,
} from 'react'
import { dayIn } from '@specie/protocol/web-api/search-text.ts'
import type { IconType } from '../kit/icon.ts'
import { sentence } from '../kit/value/states.ts'
import { dayText, localDate } from '../kit/value/time-text.ts'
import { parseSearch } from '../kit/url-state.ts'
import type { PageRow } from './pages.ts'
import { usePlace } from './place.ts'
import { type Item, useSearch } from './use-search.ts'

export type FinderHandle = { open(): void }
type Props = { pages: readonly PageRow[]; ref: Ref<FinderHandle> }

/**
 * Ctrl-K: finds pages by name, and everything with an id, a reference or a name. The finder keeps its open state to
 * itself, so that opening it does not render the frame and the page again.
 */
export function Finder({ pages, ref }: Props) {
  const [isOpen, setOpen] = useState(false)
  useImperativeHandle(ref, () => ({ open: () => setOpen(true) }), [])
  useEffect(() => {
    const onKey = (event: globalThis.KeyboardEvent) => {
      if (event.key.toLowerCase() !== 'k' || !(event.ctrlKey || event.metaKey)) return
      event.preventDefault()
      setOpen(true)
    }
    addEventListener('keydown', onKey)
    return () => removeEventListener('keydown', onKey)
  }, [])
  return isOpen && <Search pages={pages} onDone={() => setOpen(false)} />
}

/** Rows that fit into the list. */
const inSight = 9

type Found = { key: string; title: string; note: string; path: string | null; icon?: IconType | undefined }

function Search({ pages, onDone }: { pages: readonly PageRow[]; onDone: () => void }) {
  const [text, setText] = useState('')
  const [at, setAt] = useState(0)
  const [isEntered, setEntered] = useState(false)
  const input = useRef<HTMLInputElement>(null)
  useFocus(input)
  const navigate = useNavigate()
  const { items, busy, error } = useSearch(text)
  const found = [...pagesNamed(pages, text), ...pagesOfDay(pages, text), ...useResults(items)]
  // Rows below the fold render a moment later.
  const rows = found.slice(0, useDeferredValue(Infinity, inSight))
  const chosen = Math.max(0, Math.min(at, found.length - 1))
  const go = (one: Found | undefined) => {
    if (one === undefined || one.path === null) return
    onDone()
    const [to = '/', query] = one.path.split('?')
    void navigate({ to, search: query === undefined ? {} : parseSearch(query) })
  }
  // Enter right after a paste opens the first result as soon as it is found.
  const target = isEntered && !busy ? found[chosen] : undefined
  useEffect(() => {
    if (target !== undefined) go(target)
  })
  const onKeyDown = (event: KeyboardEvent) => {
    if (event.key === 'Enter') return busy ? setEntered(true) : go(found[chosen])
    if (event.key === 'Escape') return onDone()
    // The field is the only control here.
    if (event.key === 'Tab') input.current!.focus()
    const step = { ArrowDown: 1, ArrowUp: -1, Tab: 0 }[event.key]
    if (step === undefined) return
    event.preventDefault()
    const next = Math.max(0, Math.min(found.length - 1, chosen + step))
    setAt(next)
    document.getElementById(`found-${next}`)?.scrollIntoView({ block: 'nearest' })
  }
  return (
    <>
      <div className="behind" onClick={onDone} />
      <div className="finder" role="dialog" aria-modal aria-label="Search" tabIndex={-1} onKeyDown={onKeyDown}>
        <input
          ref={input}
          role="combobox"
          aria-label="Find a page, an id, an amount, a day or a name"
          aria-expanded
          aria-controls="found"
          aria-activedescendant={found.length > 0 ? `found-${chosen}` : undefined}
          placeholder="Find a page, an id, an amount, a day or a name"
          value={text}
          onChange={(event) => {
            setText(event.target.value)
            setAt(0)
            setEntered(false)
          }}
        />
        <ul role="listbox" id="found" aria-label="Found">
          {rows.map((one, i) => (
            <Row key={one.key} one={one} nth={i} isChosen={i === chosen} go={() => go(one)} point={() => setAt(i)} />
          ))}
        </ul>
        <div role="status">
          <Outcome text={text} count={found.length} busy={busy} problem={error?.message ?? null} />
        </div>
      </div>
    </>
  )
}

/** Focuses the field while the finder is open, then returns the focus. */
function useFocus(shown: RefObject<HTMLInputElement | null>): void {
  useEffect(() => {
    const before = document.activeElement
    shown.current!.focus({ preventScroll: true })
    return () => (before as HTMLElement | null)?.focus({ preventScroll: true })
  }, [shown])
}

const pagesNamed = (pages: readonly PageRow[], text: string): Found[] =>
  pages
    .filter(({ path, title }) => !path.includes('$') && title.toLowerCase().includes(text.trim().toLowerCase()))
    .map(({ path, title, icon }) => ({ key: path, title, note: 'Page', path, icon }))

/** Lists that can be limited to the day that the text names. */
function pagesOfDay(pages: readonly PageRow[], text: string): Found[] {
  const day = dayIn(text, localDate(new Date()))
  if (day === null) return []
  return pages
    .filter(({ byDay }) => byDay)
    .map(({ path, title, icon }) => ({
      key: `${path} ${day}`,
      title: `${title} of ${dayText(day)}`,
      note: 'Page',
      path: `${path}?from=${day}&to=${day}`,
      icon,
    }))
}

/** Each result leads to its page, or to the page of its institution. */
function useResults(items: readonly Item[]): Found[] {
  const placeOf = usePlace()
  return items.map(({ kind, id, title, at, institution, path }) => ({
    key: `${kind} ${id}`,
    title,
    note: [
      placeOf(path) !== null || institution === null ? sentence(kind) : institution.name,
      ...(at === null ? [] : [dayText(at)]),
    ].join(', '),
    path: placeOf(path) ?? (institution && placeOf(`/console/institutions/${institution.id}`)),
  }))
}

type RowProps = { one: Found; nth: number; isChosen: boolean; go: () => void; point: () => void }

function Row({ one: { title, note, path, icon: Icon }, nth, isChosen, go, point }: RowProps) {
  return (
    <li
      role="option"
      id={`found-${nth}`}
      aria-selected={isChosen}
      aria-disabled={path === null}
      onClick={go}
      onMouseEnter={point}
    >
      {Icon === undefined ? <span className="ic" /> : <Icon className="ic" aria-hidden />}
      <span className="what">{title}</span>
      <small>{path === null ? 'no page' : note}</small>
    </li>
  )
}

type OutcomeProps = { text: string; count: number; busy: boolean; problem: string | null }

function Outcome({ text, count, busy, problem }: OutcomeProps) {
  if (problem !== null) return <p className="empty is-broken">The search failed. {problem}</p>
  if (busy) return <p className="empty">Searching…</p>
  if (count > 0) return null
  return (
    <p className="empty">
      <b>Nothing found for «{text.trim().slice(0, 60)}».</b>
      Paste a reference, or a part of an id or a transaction. Or type an amount, a day, or the beginning of a name.
    </p>
  )
}
