import { useCall } from '../../api/use-call.ts'
import { mayDo, useMe } from '../../app/session.tsx'
import { StateBadge } from '../../kit/value/badge.tsx'
import { Id } from '../../kit/value/id.tsx'
import { Loaded } from '../../kit/loading.tsx'
import { chainName } from '../../kit/value/names.ts'
import { Facts, PageHead, Panel, Section } from '../../kit/page.tsx'
import { sentence } from '../../kit/value/states.ts'
import { Time } from '../../kit/value/time.tsx'
import { usePathId } from '../../kit/url-state.ts'
import { Timeline } from '../../kit/timeline.tsx'
import { addressKind } from './timeline.ts'
import { AddressActs } from './address-acts.tsx'
import { ProveAddress } from './prove-address.tsx'
import { Standing } from './standing.tsx'
import { TravelRule } from './travel-rule.tsx'
import { type Address, keeper, stateWord } from './words.ts'

/** One withdrawal address: its state, its proofs, and its acts. */
export function Page() {
  const id = usePathId()
  const address = useCall('address', { id })
  const mayEdit = mayDo(useMe(), 'addresses.edit')
  return (
    <Loaded query={address} lines={8}>
      {(data) => (
        <>
          <PageHead
            title={data.label}
            crumbs={[{ title: 'Destinations', to: '/addresses' }]}
            badge={
              <StateBadge state={data.state} box>
                {stateWord[data.state]}
              </StateBadge>
            }
            acts={mayEdit && <AddressActs address={data} />}
            sub={`${chainName(data.blockchain)} · ${keeper(data)}`}
          />
          <div className="split">
            <div>
              <Standing address={data} mayEdit={mayEdit} />
              {data.state === 'proof_required' && mayEdit && <ProveAddress address={data} />}
              {data.state === 'travel_rule' && mayEdit && <TravelRule address={data} />}
              <Section title="Address">
                <AddressFacts address={data} />
              </Section>
            </div>
            <Panel title="Status">
              <Timeline kind={addressKind(data)} reached={data.steps} />
            </Panel>
          </div>
        </>
      )}
    </Loaded>
  )
}

function AddressFacts({
  address: { address, blockchain, vasp, beneficiary, travel_address, travelrule, proof, created_at, addressid },
}: {
  address: Address
}) {
  return (
    <Facts
      left
      rows={[
        ['Chain', chainName(blockchain)],
        [
          'Address',
          <span key="address" className="mono">
            {address}
          </span>,
        ],
        ['Kept by', keeper({ vasp })],
        vasp === null ? null : ['Owner', beneficiary === null ? 'Your company' : ownerName(beneficiary)],
        vasp === null
          ? null
          : ['Travel address', travel_address === null ? 'missing' : <Id key="travel" value={travel_address} />],
        vasp === null ? null : ['Travel Rule data', sentence(travelrule.status)],
        vasp !== null ? null : ['Proof', proof?.method ? sentence(proof.method) : 'not yet'],
        ['Added', <Time key="added" at={created_at} />],
        ['Address id', <Id key="id" value={addressid} />],
      ]}
    />
  )
}

const ownerName = ({ given_names, name }: NonNullable<Address['beneficiary']>): string =>
  [given_names, name].filter(Boolean).join(' ')
