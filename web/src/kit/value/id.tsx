import { IconCheck, IconCopy } from '@tabler/icons-react'
import { useState } from 'react'
import { Link } from '../link.tsx'

type Props = {
  value: string
  /** A page of this app. */
  to?: string
  /** Another address, such as the explorer. */
  href?: string
  /** Shown in full. */
  whole?: boolean
  /** The printed text, if it differs from the copied one. */
  text?: string
  copy?: boolean
}

/** An identifier: monospaced, shortened in the middle, copied by one click. */
export function Id({ value, to, href, text, whole = false, copy = true }: Props) {
  const shown = text ?? (whole ? value : shortened(value))
  return (
    <span className="id" title={value}>
      {href !== undefined ? (
        <a href={href}>{shown}</a>
      ) : to === undefined ? (
        <span>{shown}</span>
      ) : (
        <Link to={to}>{shown}</Link>
      )}
      {copy && <Copy value={value} />}
    </span>
  )
}

export const shortened = (value: string): string =>
  value.length <= 18 ? value : `${value.slice(0, 8)}…${value.slice(-6)}`

function Copy({ value }: { value: string }) {
  const [copied, setCopied] = useState(false)
  const copy = async () => {
    await navigator.clipboard.writeText(value)
    setCopied(true)
    setTimeout(() => setCopied(false), 1_500)
  }
  const Icon = copied ? IconCheck : IconCopy
  return (
    <button type="button" onClick={() => void copy()} aria-label={copied ? 'Copied' : `Copy ${value}`}>
      <Icon className="ic" aria-hidden />
    </button>
  )
}
