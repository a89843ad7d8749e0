import type { CallError } from '../api/error.ts'
import { usePlace } from '../app/place.ts'
import { Banner } from '../kit/banner.tsx'
import { FormError } from '../kit/form/form-error.tsx'
import { Link } from '../kit/link.tsx'
import type { Said } from './use-lever.ts'

type Props = { said: Said | null; error: CallError | null; fields?: readonly string[] }

/** What an act did, with the way to where it shows. */
export function Outcome({ said, error, fields = [] }: Props) {
  return (
    <div role="status" aria-live="polite">
      <FormError error={error} fields={fields} />
      {said !== null && (
        <Banner tone="done">
          {said.text} {said.see && <See {...said.see} />}
        </Banner>
      )}
    </div>
  )
}

/** Pages of this app, or the explorer, which is another one. */
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
