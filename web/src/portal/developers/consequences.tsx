import type { ReactNode } from 'react'
import { useCall } from '../../api/use-call.ts'
import { Banner } from '../../kit/banner.tsx'
import { Facts, Panel } from '../../kit/page.tsx'
import { type blankKey, networksIn, overlaps } from './key-fields.tsx'
import { scopeText, windowText } from './words.ts'

type Props = { fields: typeof blankKey; made: boolean; old: string | null; children: ReactNode }

/** The effect of a registration. */
export function Consequences({ fields: { scopes, networks, expires, window, overlap }, made, old, children }: Props) {
  const second = useCall('secondPerson', {}, { refetchInterval: false })
  const isWriter = scopes.some((scope) => scope !== 'read')
  const needsSecond = isWriter && second.data?.kinds.includes('member.key') === true
  const list = networksIn(networks)
  return (
    <Panel title="Summary">
      <div className="stack">
        <Facts
          rows={[
            ['Scopes', scopes.length === 0 ? 'nothing yet' : scopeText(scopes)],
            ['Networks', list.length === 0 ? 'any address' : list.length === 1 ? list[0] : `${list.length} networks`],
            ['Calls', windowText(window === '' ? null : Number(window))],
            ['Expires', expires === '' ? 'never' : expires],
            old === null
              ? null
              : [`Key ${old} ends`, overlaps.find(({ value }) => value === overlap)?.label.toLowerCase()],
          ]}
        />
        {isWriter && list.length === 0 && (
          <Banner tone="waits">
            This key can move money and works from any address. Restrict it to the networks of your servers if you can.
          </Banner>
        )}
        <p className="s13 muted">
          {needsSecond
            ? 'It needs a second approver of your company. Then it signs a challenge, and you can use it.'
            : made
              ? 'It signs a challenge in this page, and you can use it at once.'
              : 'You can use it after it has signed a challenge on its page.'}
        </p>
        {children}
      </div>
    </Panel>
  )
}
