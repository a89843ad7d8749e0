import { Link as RouterLink } from '@tanstack/react-router'
import type { AnchorHTMLAttributes, ReactNode } from 'react'

type Props = Omit<AnchorHTMLAttributes<HTMLAnchorElement>, 'href'> & {
  /** A path of this app, without its base: `/approvals/123`, with its query. */
  to: string
  children: ReactNode
}

/** A link within the app. */
export function Link({ to, children, ...rest }: Props) {
  const [path = '', query] = to.split('?')
  const search = query === undefined ? {} : Object.fromEntries(new URLSearchParams(query))
  return (
    <RouterLink to={path} search={search} {...(rest as object)}>
      {children}
    </RouterLink>
  )
}
