import { useCall } from '../../api/use-call.ts'
import { Banner } from '../../kit/banner.tsx'
import { Loaded } from '../../kit/loading.tsx'
import { Facts } from '../../kit/page.tsx'

/** What the provider of a hosted wallet of one's own receives, from the KYB case. */
export function OwnParty() {
  const own = useCall('ownParty', {}, { refetchInterval: false })
  return (
    <Loaded query={own} lines={3}>
      {({ name, lines }) =>
        name === null ? (
          <Banner tone="waits" title="We cannot tell the provider your name yet.">
            It is not in Latin letters. Contact support before you add the wallet.
          </Banner>
        ) : (
          <>
            <p className="s13 muted">The provider gets this with each transfer, from your onboarding:</p>
            <Facts
              left
              rows={[
                ['Owner', name],
                [
                  'Data',
                  <div key="data">
                    {lines.map((line) => (
                      <div key={line}>{line}</div>
                    ))}
                  </div>,
                ],
              ]}
            />
          </>
        )
      }
    </Loaded>
  )
}
