import { Banner } from '../../kit/banner.tsx'
import { Time } from '../../kit/value/time.tsx'
import type { Person } from './people.ts'

/** The unused link of a person: an invitation, or one by which they return. */
export function OpenLink({
  person: { name, open_link: link },
  now = Date.now(),
}: {
  person: Pick<Person, 'name' | 'open_link'>
  now?: number
}) {
  if (link === null) return null
  if (Date.parse(link.expires_at) <= now)
    return <Banner tone="waits">The link of {name} has expired. Make a new one.</Banner>
  if (link.purpose === 'invitation')
    return (
      <Banner>
        {name} has not opened the invitation yet. It works until <Time at={link.expires_at} />.
      </Banner>
    )
  return (
    <Banner tone="waits" title={`${name} can set new factors by a link.`}>
      It works{' '}
      {link.usable_from !== null && (
        <>
          from <Time at={link.usable_from} />{' '}
        </>
      )}
      until <Time at={link.expires_at} />. It ends at once when {name} signs in, or is suspended.
    </Banner>
  )
}
