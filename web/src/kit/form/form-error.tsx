import type { CallError } from '../../api/error.ts'
import { Banner } from '../banner.tsx'
import { Id } from '../value/id.tsx'

/** The error of a call, unless one of these `fields` shows it. */
export function FormError({ error, fields = [] }: { error: CallError | null; fields?: readonly string[] }) {
  if (error === null || fields.includes(String(error.details['field']))) return null
  return (
    <Banner tone="broken">
      {error.message}
      {error.traceid !== null && error.status >= 500 && (
        <>
          {' '}
          <Id value={error.traceid} />
        </>
      )}
    </Banner>
  )
}
