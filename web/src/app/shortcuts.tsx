import { useNavigate } from '@tanstack/react-router'
import { useEffect, useRef, useState } from 'react'
import { Dialog } from '../kit/form/dialog.tsx'
import { Facts } from '../kit/page.tsx'
import type { PageRow } from './pages.ts'

const keys = [
  ['Ctrl K', 'Search'],
  ['?', 'These shortcuts'],
  ['Tab', 'Next control'],
  ['↑ ↓', 'Next row of a table'],
  ['Home End', 'First and last row'],
  ['Enter', 'Open the row'],
  ['Esc', 'Close what is open'],
] as const

/** The pause after `g` in which a letter leads to its page. */
const goMs = 1_500

/** `pages`: those that this person sees. `goTo`: the path of each letter. */
type Props = { pages: readonly PageRow[]; goTo: Readonly<Record<string, string>> }

/** `?` shows what the keyboard can do; `g` and a letter open a page. */
export function Shortcuts({ pages, goTo }: Props) {
  const [open, setOpen] = useState(false)
  const navigate = useNavigate()
  const places = Object.entries(goTo).flatMap(([letter, path]) =>
    pages.filter((page) => page.path === path).map(({ title }) => ({ letter, path, title })),
  )
  const began = useRef(-Infinity)
  useEffect(() => {
    const onKey = (event: KeyboardEvent) => {
      if (event.ctrlKey || event.metaKey || event.altKey || isElsewhere(event.target as Element)) return
      const place = event.timeStamp - began.current < goMs && places.find(({ letter }) => letter === event.key)
      began.current = event.key === 'g' ? event.timeStamp : -Infinity
      if (place) void navigate({ to: place.path })
      if (event.key === '?') setOpen(true)
    }
    addEventListener('keydown', onKey)
    return () => removeEventListener('keydown', onKey)
  })
  return (
    <Dialog open={open} onClose={() => setOpen(false)} title="Keyboard shortcuts">
      <Facts rows={keys.map(([key, does]) => [does, <kbd key={key}>{key}</kbd>])} />
      <h3>Go to a page</h3>
      <Facts rows={places.map(({ letter, title }) => [title, <kbd key={letter}>g {letter}</kbd>])} />
    </Dialog>
  )
}

/** A letter typed into a field, or in a dialog, is none of ours. */
const isElsewhere = (target: Element): boolean =>
  target.closest('input, textarea, select, [contenteditable], [role=dialog]') !== null
