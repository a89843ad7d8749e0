import type { CallError } from '../api/error.ts'
import { usePlace } from '../app/place.ts'
import { Banner } from '../kit/banner.tsx'
import { FormError } from '../kit/form/form-error.tsx'
import { Link } from '../kit/link.tsx'
import type { Outcome as Result } from './use-lever.ts'

type Props = { outcome: Result | null; error: CallError | null; fields?: readonly string[] }

/** The result of a lever, with a link to its effect. */
export function Outcome({ outcome, error, fields = [] }: Props) {
  return (
    <div role="status" aria-live="polite">
      <FormError error={error} fields={fields} />
      {outcome !== null && (
        <Banner tone="done">
          {outcome.text} {outcome.see && <See {...outcome.see} />}
        </Banner>
      )}
    </div>
  )
}

/** A link within this app, or to the explorer. */
function See({ title, address }: { title: string; address: string }) {
  const path = usePlace()(address)
  if (path !== null)
    return (
      <Link className="link" to={path}>
        {title}
      </Link>
    )
  if (!address.startsWith('/explorer')) return null
  return (
    <a className="link" href={address} target="_blank" rel="noreferrer">
      {title}
    </a>
  )
}
