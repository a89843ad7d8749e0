import { useSandbox } from '../app/sandbox.ts'
import { Badge } from '../kit/value/badge.tsx'
import { Id, shortened } from '../kit/value/id.tsx'
import { Loaded } from '../kit/loading.tsx'
import { Money } from '../kit/value/money.tsx'
import { chainName } from '../kit/value/names.ts'
import { Facts, PageHead, Panel, Section } from '../kit/page.tsx'
import { usePathId } from '../kit/url-state.ts'
import type { AddressView } from '@specie/protocol/sandbox/explorer.ts'
import { useChain } from './data.ts'
import { TxTable } from './parts.tsx'

/** The balances of an address and its latest transactions. */
export function Page() {
  const [chain, id] = [useChain(), usePathId()]
  const address = useSandbox<AddressView>(`explorer/${chain}/address/${encodeURIComponent(id)}`, {
    refetchInterval: 5_000,
  })
  const name = address.data?.names[address.data.address]
  return (
    <>
      <PageHead
        title={name ?? `Address ${shortened(id)}`}
        crumbs={[
          { title: 'Chains', to: '/' },
          { title: chainName(chain), to: `/${chain}` },
        ]}
        badge={address.data?.ours && <Badge tone="done">Specie</Badge>}
      />
      <Loaded query={address} lines={8}>
        {(data) => (
          <>
            <Facts
              left
              rows={[
                ['Address', <Id key="a" value={data.address} />],
                ['Kind', data.ours ?? `a ${data.is}`],
              ]}
            />
            <div className="sec-gap" />
            <Panel title="It holds">
              <Facts
                rows={data.holdings.map(({ asset, amount }) => [
                  asset,
                  <Money key={asset} align amount={amount} currency={asset} />,
                ])}
              />
            </Panel>
            <div className="sec-gap" />
            <Section title="Latest transactions" note="at most 25">
              <TxTable
                items={data.items}
                label="Latest transactions"
                empty="The first deposit or payment appears here."
              />
            </Section>
          </>
        )}
      </Loaded>
    </>
  )
}
