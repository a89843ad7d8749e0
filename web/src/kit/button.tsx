import type { ButtonHTMLAttributes } from 'react'
import { type IconType } from './icon.ts'

type Props = ButtonHTMLAttributes<HTMLButtonElement> & {
  /** The main act of the page. */
  main?: boolean
  danger?: boolean
  quiet?: boolean
  small?: boolean
  tall?: boolean
  wide?: boolean
  /** While its call runs, the button is disabled. */
  busy?: boolean
  icon?: IconType
}

export function Button({
  main,
  danger,
  quiet,
  small,
  tall,
  wide,
  busy = false,
  icon: Icon,
  children,
  className,
  ...rest
}: Props) {
  const kinds = { 'main-act': main, danger, quiet, sm: small, tall, wide }
  const names = ['btn', ...Object.entries(kinds).flatMap(([name, is]) => (is ? [name] : [])), className]
  return (
    <button
      type="button"
      {...rest}
      className={names.filter(Boolean).join(' ')}
      aria-busy={busy}
      disabled={rest.disabled === true || busy}
    >
      {Icon && <Icon className="ic" aria-hidden />}
      {children !== undefined && <span className="label">{children}</span>}
    </button>
  )
}
