import { Modal } from '@mantine/core'
import { useNavigate } from '@tanstack/react-router'
import { type KeyboardEvent, useEffect, useState } from 'react'
import type { PageRow } from './pages.ts'

type Props = { pages: readonly PageRow[]; open: boolean; setOpen: (open: boolean) => void }

/** Ctrl-K: pages by their name. */
export function Finder({ pages, open, setOpen }: Props) {
  useEffect(() => {
    const onKey = (event: globalThis.KeyboardEvent) => {
      if (event.key.toLowerCase() !== 'k' || !(event.ctrlKey || event.metaKey)) return
      event.preventDefault()
      setOpen(true)
    }
    addEventListener('keydown', onKey)
    return () => removeEventListener('keydown', onKey)
  }, [setOpen])
  return (
    <Modal
      opened={open}
      onClose={() => setOpen(false)}
      title="Search"
      classNames={{ header: 'vh' }}
      lockScroll={false}
      transitionProps={{ duration: 0 }}
      size={560}
      yOffset="12vh"
    >
      <Search pages={pages} onDone={() => setOpen(false)} />
    </Modal>
  )
}

function Search({ pages, onDone }: { pages: readonly PageRow[]; onDone: () => void }) {
  const [text, setText] = useState('')
  const [at, setAt] = useState(0)
  const navigate = useNavigate()
  const found = pages.filter(
    ({ path, title }) => !path.includes('$') && title.toLowerCase().includes(text.trim().toLowerCase()),
  )
  const chosen = Math.min(at, found.length - 1)
  const go = (page: PageRow | undefined) => {
    if (page === undefined) return
    onDone()
    void navigate({ to: page.path })
  }
  const onKeyDown = (event: KeyboardEvent) => {
    if (event.key === 'Enter') return go(found[chosen])
    const step = { ArrowDown: 1, ArrowUp: -1 }[event.key]
    if (step === undefined) return
    event.preventDefault()
    setAt(Math.max(0, Math.min(found.length - 1, chosen + step)))
  }
  return (
    <div className="finder">
      <input
        data-autofocus
        role="combobox"
        aria-label="Find a page, an id or a name"
        aria-expanded
        aria-controls="found"
        aria-activedescendant={found.length > 0 ? `found-${chosen}` : undefined}
        placeholder="Find a page, an id or a name"
        value={text}
        onChange={(event) => {
          setText(event.target.value)
          setAt(0)
        }}
        onKeyDown={onKeyDown}
      />
      <ul role="listbox" id="found" aria-label="Found">
        {found.map((page, i) => {
          const Icon = page.icon
          return (
            <li
              key={page.path}
              role="option"
              id={`found-${i}`}
              aria-selected={i === chosen}
              onClick={() => go(page)}
              onMouseEnter={() => setAt(i)}
            >
              {Icon && <Icon className="ic" aria-hidden />}
              {page.title}
              <small>Page</small>
            </li>
          )
        })}
      </ul>
      {found.length === 0 && <div className="empty">Nothing is called that.</div>}
    </div>
  )
}
