import { Menu } from '@mantine/core'
import { IconChevronDown, IconColumns, IconDownload } from '@tabler/icons-react'
import { type ReactNode, useEffect, useState } from 'react'
import type { List } from '../../api/use-call.ts'
import { Button } from '../button.tsx'
import { csvOf, download } from './csv.ts'
import type { Column } from './column.ts'
import { useUrlState } from '../url-state.ts'

type Props<R> = {
  name: string
  columns: readonly Column<R>[]
  chosen: readonly string[]
  toggle: (key: string) => void
  filters: ReactNode
  list: List<R>
}

/** The tools above a table: filters, choice of columns, and the export of the filtered rows. */
export function TableTools<R>({ name, columns, chosen, toggle, filters, list }: Props<R>) {
  const [busy, setBusy] = useState(false)
  const exportAll = async () => {
    setBusy(true)
    try {
      download(`${name.toLowerCase().replaceAll(/\W+/g, '-')}.csv`, csvOf(columns, await list.all()))
    } finally {
      setBusy(false)
    }
  }
  return (
    <div className="dt-tools">
      {filters}
      <div className="end">
        <Menu position="bottom-end" transitionProps={{ duration: 0 }}>
          <Menu.Target>
            <Button quiet small icon={IconColumns} aria-label={`Columns of ${name}`} title="Columns" />
          </Menu.Target>
          <Menu.Dropdown>
            {columns.map(({ key, title }) => (
              <Menu.CheckboxItem key={key} checked={chosen.includes(key)} onChange={() => toggle(key)}>
                {title}
              </Menu.CheckboxItem>
            ))}
          </Menu.Dropdown>
        </Menu>
        <Button
          quiet
          small
          icon={IconDownload}
          busy={busy}
          onClick={() => void exportAll()}
          aria-label={`Export ${name} as CSV`}
          title="Export as CSV"
        />
      </div>
    </div>
  )
}

type Option = { value: string; label: string; group?: string }
type ChoiceProps = { name: string; label: string; options: readonly Option[]; unset?: string }

/** A filter with a few values, kept in the address under its name. `unset` says what is shown without a choice. */
export function FilterChoice({ name, label, options, unset = `${label}: all` }: ChoiceProps) {
  const [state, change] = useUrlState()
  const value = state[name] ?? ''
  return (
    <span className="chip-box">
      <select
        className={value === '' ? 'chip' : 'chip set'}
        aria-label={label}
        value={value}
        onChange={(event) => change({ [name]: event.target.value })}
      >
        <option value="">{unset}</option>
        {[...Map.groupBy(options, ({ group }) => group)].map(([group, own]) =>
          group === undefined ? (
            own.map(optionOf)
          ) : (
            <optgroup key={group} label={group}>
              {own.map(optionOf)}
            </optgroup>
          ),
        )}
      </select>
      <IconChevronDown className="ic" aria-hidden />
    </span>
  )
}

const optionOf = ({ value, label }: Option): ReactNode => (
  <option key={value} value={value}>
    {label}
  </option>
)

/** A text filter, kept in the address under its name once typing stops. */
export function FilterText({ name, label }: { name: string; label: string }) {
  const [state, change] = useUrlState()
  const [text, setText] = useState(state[name] ?? '')
  useEffect(() => {
    if (text === (state[name] ?? '')) return
    const timer = setTimeout(() => change({ [name]: text }), 300)
    return () => clearTimeout(timer)
  })
  return (
    <input
      className="chip"
      type="search"
      aria-label={label}
      placeholder={label}
      value={text}
      onChange={(event) => setText(event.target.value)}
    />
  )
}
