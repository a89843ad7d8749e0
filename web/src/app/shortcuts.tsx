import { useEffect, useState } from 'react'
import { Dialog } from '../kit/form/dialog.tsx'
import { Facts } from '../kit/page.tsx'

const keys = [
  ['Ctrl K', 'Search'],
  ['?', 'These shortcuts'],
  ['Tab', 'Next control'],
  ['↑ ↓', 'Next row of a table'],
  ['Home End', 'First and last row'],
  ['Enter', 'Open the row'],
  ['Esc', 'Close what is open'],
] as const

/** `?` shows what the keyboard can do. */
export function Shortcuts() {
  const [open, setOpen] = useState(false)
  useEffect(() => {
    const onKey = (event: KeyboardEvent) => {
      const isTyping = (event.target as Element).closest('input, textarea, select, [contenteditable]') !== null
      if (event.key === '?' && !isTyping) setOpen(true)
    }
    addEventListener('keydown', onKey)
    return () => removeEventListener('keydown', onKey)
  }, [])
  return (
    <Dialog open={open} onClose={() => setOpen(false)} title="Keyboard shortcuts">
      <Facts rows={keys.map(([key, does]) => [does, <kbd key={key}>{key}</kbd>])} />
    </Dialog>
  )
}
