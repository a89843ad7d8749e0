import { IconAlertCircle, IconChevronDown } from '@tabler/icons-react'
import {
  type InputHTMLAttributes,
  type ReactNode,
  type SelectHTMLAttributes,
  type TextareaHTMLAttributes,
  useId,
} from 'react'
import { type CallError, errorAt } from '../../api/error.ts'

export type Shell = {
  label: string
  /** Next to the label: a limit or a format. It may change, so it describes the field and is no part of its name. */
  aside?: ReactNode
  hint?: ReactNode
  /** The name of the field in the call. The service's error about it appears here. */
  name: string
  error?: CallError | null
  /** An error that the page itself found. */
  problem?: string | null
}

/** Label, input, hint and error, linked for screen readers. */
export function FieldShell({
  label,
  aside,
  hint,
  name,
  error = null,
  problem = null,
  className = '',
  render,
}: Shell & { className?: string; render: (ids: Ids) => ReactNode }) {
  const id = useId()
  const cure = problem ?? errorAt(error, name)
  const [asideId, noteId] = [`${id}-aside`, `${id}-note`]
  const describedBy = [aside !== undefined && asideId, (cure !== null || hint !== undefined) && noteId].filter(Boolean)
  return (
    <div className={cure === null ? 'field' : 'field bad'}>
      <div className="label">
        <label htmlFor={id}>{label}</label>
        {aside !== undefined && <span id={asideId}>{aside}</span>}
      </div>
      <div className={`input ${className}`}>
        {render({
          id,
          name,
          'aria-invalid': cure !== null,
          ...(describedBy.length > 0 && { 'aria-describedby': describedBy.join(' ') }),
        })}
      </div>
      {cure === null && hint !== undefined && (
        <div className="hint" id={noteId}>
          {hint}
        </div>
      )}
      {cure !== null && (
        <div className="cure" id={noteId}>
          <IconAlertCircle className="ic" aria-hidden />
          {cure}
        </div>
      )}
    </div>
  )
}

type Ids = { id: string; name: string; 'aria-invalid': boolean; 'aria-describedby'?: string }

export type OnText = { value: string; onChange: (text: string) => void }
export type Rest<T> = Omit<T, 'value' | 'onChange' | 'name'>

export function Field(props: Shell & OnText & Rest<InputHTMLAttributes<HTMLInputElement>> & { code?: boolean }) {
  const { label, aside, hint, name, error, problem, code, onChange, ...rest } = props
  return (
    <FieldShell
      {...{ label, aside, hint, name, error: error ?? null, problem: problem ?? null }}
      className={code ? 'code' : ''}
      render={(ids) => (
        <input type="text" autoComplete="off" {...rest} {...ids} onChange={(event) => onChange(event.target.value)} />
      )}
    />
  )
}

export function TextArea(props: Shell & OnText & Rest<TextareaHTMLAttributes<HTMLTextAreaElement>>) {
  const { label, aside, hint, name, error, problem, onChange, ...rest } = props
  return (
    <FieldShell
      {...{ label, aside, hint, name, error: error ?? null, problem: problem ?? null }}
      render={(ids) => <textarea {...rest} {...ids} onChange={(event) => onChange(event.target.value)} />}
    />
  )
}

type Choice = { value: string; label: string }

export function Choose(
  props: Shell & OnText & Rest<SelectHTMLAttributes<HTMLSelectElement>> & { options: readonly Choice[] },
) {
  const { label, aside, hint, name, error, problem, onChange, options, ...rest } = props
  return (
    <FieldShell
      {...{ label, aside, hint, name, error: error ?? null, problem: problem ?? null }}
      render={(ids) => (
        <>
          <select {...rest} {...ids} onChange={(event) => onChange(event.target.value)}>
            {options.map((option) => (
              <option key={option.value} value={option.value}>
                {option.label}
              </option>
            ))}
          </select>
          <IconChevronDown className="ic" aria-hidden />
        </>
      )}
    />
  )
}

export function Check({
  label,
  checked,
  onChange,
}: {
  label: ReactNode
  checked: boolean
  onChange: (is: boolean) => void
}) {
  return (
    <label className="check">
      <input type="checkbox" checked={checked} onChange={(event) => onChange(event.target.checked)} />
      <span>{label}</span>
    </label>
  )
}

/** A choice between a few visible options. */
export function Segment<V extends string>({
  label,
  value,
  options,
  onChange,
  wide = false,
}: {
  label: string
  value: V
  options: readonly { value: V; label: string }[]
  onChange: (value: V) => void
  wide?: boolean
}) {
  return (
    <div className={wide ? 'seg wide' : 'seg'} role="group" aria-label={label}>
      {options.map((option) => (
        <button
          key={option.value}
          type="button"
          aria-pressed={option.value === value}
          onClick={() => onChange(option.value)}
        >
          {option.label}
        </button>
      ))}
    </div>
  )
}
