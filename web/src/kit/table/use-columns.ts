import { useState } from 'react'
import type { Column } from './column.ts'

/** The chosen columns of a table, stored on this device. */
export function useColumns<R>(table: string, columns: readonly Column<R>[]) {
  const key = `specie-columns-${table}`
  const [chosen, setChosen] = useState<readonly string[]>(() => {
    const kept = localStorage.getItem(key)
    return kept === null
      ? columns.filter(({ extra }) => !extra).map((column) => column.key)
      : (JSON.parse(kept) as string[])
  })
  const toggle = (name: string) => {
    const next = chosen.includes(name) ? chosen.filter((one) => one !== name) : [...chosen, name]
    localStorage.setItem(key, JSON.stringify(next))
    setChosen(next)
  }
  const shown = columns.filter((column) => chosen.includes(column.key))
  return { shown: shown.length === 0 ? columns.slice(0, 1) : shown, chosen, toggle }
}
