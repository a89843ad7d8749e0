import { useState } from 'react'
import type { Output } from '../../api/call.ts'
import { useCall } from '../../api/use-call.ts'
import { Badge, StateBadge } from '../../kit/value/badge.tsx'
import { Banner } from '../../kit/banner.tsx'
import { Button } from '../../kit/button.tsx'
import { Id } from '../../kit/value/id.tsx'
import { Loaded } from '../../kit/loading.tsx'
import { chainName } from '../../kit/value/names.ts'
import { Facts, PageHead, Panel, Section } from '../../kit/page.tsx'
import { sentence } from '../../kit/value/states.ts'
import { Time } from '../../kit/value/time.tsx'
import { usePathId } from '../../kit/url-state.ts'
import { CaseHistory } from '../case-history.tsx'
import { ClearOrReject } from '../clear-or-reject.tsx'
import { Hits } from '../hits.tsx'
import { ActButton } from '../../app/act-button.tsx'
import { InstitutionLink, institutionCrumbs } from '../institution-link.tsx'

type Address = Output<'institutionAddress'>
type Payee = NonNullable<Address['beneficiary']>

/** One withdrawal address of an institution: the facts, and the decision on it. */
export function Page() {
  const found = useCall('institutionAddress', { id: usePathId() })
  return (
    <Loaded query={found} lines={8}>
      {(address) => (
        <>
          <PageHead
            title={`${address.label}, ${address.institution}`}
            crumbs={institutionCrumbs(address.institutionid, address.institution)}
            badge={<StateBadge state={address.state} box />}
            sub={`Withdrawal address on ${chainName(address.blockchain)}`}
          />
          <div className="split">
            <div>
              <AddressFacts address={address} />
              <Hits hits={address.hits} />
              {address.vasp === null && <Proof address={address} />}
              <CaseHistory history={address.history} />
            </div>
            <Decision address={address} />
          </div>
        </>
      )}
    </Loaded>
  )
}

function AddressFacts({ address }: { address: Address }) {
  const { beneficiary: payee } = address
  const { institutionid, institution, vasp, travel_address, travelrule, usable_from, created_at, addressid } = address
  return (
    <Section title="Address">
      <Facts
        left
        rows={[
          ['Institution', <InstitutionLink key="institution" id={institutionid} name={institution} />],
          ['Chain', chainName(address.blockchain)],
          ['Address', <Id key="address" value={address.address} whole />],
          ['Kept by', vasp ?? 'the institution itself'],
          vasp === null ? null : ['Owner of the wallet', payee === null ? 'the institution itself' : payeeText(payee)],
          vasp === null ? null : ['Travel Rule data', travelrule.status === 'complete' ? 'Complete' : 'Missing'],
          vasp === null
            ? null
            : ['Travel address', travel_address === null ? 'none' : <Id key="travel" value={travel_address} />],
          usable_from === null ? null : ['Usable from', <Time key="from" at={usable_from} />],
          ['Added', <Time key="added" at={created_at} />],
          ['Id', <Id key="id" value={addressid} />],
        ]}
      />
    </Section>
  )
}

const payeeText = ({ name, given_names, street, postal_code, city, country, identifier }: Payee): string =>
  [
    [given_names, name].filter(Boolean).join(' '),
    street,
    [postal_code, city].filter(Boolean).join(' '),
    country,
    identifier,
  ]
    .filter(Boolean)
    .join(', ')

/** The signature of the wallet, which can be verified again. */
function Proof({ address: { addressid, proof } }: { address: Address }) {
  const [isVerifying, setVerifying] = useState(false)
  const check = useCall('checkAddressProof', { id: addressid }, { enabled: isVerifying, refetchInterval: false })
  if (!proof?.method)
    return (
      <Section title="Proof of ownership">
        <p className="s13 muted">The institution has not proved ownership of the wallet yet.</p>
      </Section>
    )
  return (
    <Section
      title="Proof of ownership"
      end={
        <Button small busy={check.isFetching} onClick={() => (isVerifying ? void check.refetch() : setVerifying(true))}>
          Verify again
        </Button>
      }
    >
      <Facts
        left
        rows={[
          ['Signed by', sentence(proof.method)],
          check.data === undefined
            ? null
            : [
                'Verified now',
                check.data.valid === true ? <Badge tone="done">Valid</Badge> : <Badge tone="broken">Not valid</Badge>,
              ],
        ]}
      />
      {check.error !== null && <p className="s13 is-broken">{check.error.message}</p>}
    </Section>
  )
}

const ended: readonly Address['state'][] = ['rejected', 'revoked']
/** After the screening. */
const notUsableYet: readonly Address['state'][] = ['proof_required', 'travel_rule', 'cooling']

function Decision({ address }: { address: Address }) {
  const { addressid: id, label, state, vasp, suspended_by } = address
  return (
    <Panel title="Decision" end={<StateBadge state={state} />}>
      <div className="stack">
        {state === 'in_review' && (
          <ClearOrReject
            call="decideAddress"
            id={id}
            label={label}
            effects={{
              clear:
                vasp === null
                  ? 'The match is a different party. The institution then proves ownership of the wallet.'
                  : `${vasp} hosts the wallet and is not the listed party. The address continues with its Travel Rule data, and its cooling-off period of a day begins.`,
              reject: 'The address never becomes usable. The institution sees the rejection, but not the reason.',
            }}
          />
        )}
        {state === 'suspended' && (
          <Banner tone="broken" title="This address is suspended.">
            {suspended_by === 'staff' ? 'Suspended by our staff.' : 'Suspended by the institution.'} Transfers to it
            wait.
          </Banner>
        )}
        {state === 'suspended' && (
          <ActButton
            call="restoreAddress"
            input={{ id }}
            label="Reinstate"
            title={`Reinstate ${label}`}
            act="wallets.decide"
            wide
          >
            Waiting transfers to it continue.
          </ActButton>
        )}
        {ended.includes(state) && <p className="s13 muted">No decision is left. The history shows the reason.</p>}
        {!ended.includes(state) && !['in_review', 'suspended'].includes(state) && (
          <p className="s13 muted">{waitsFor(address)}</p>
        )}
        {notUsableYet.includes(state) && (
          <ActButton
            call="decideAddress"
            input={{ id, decision: 'reject' }}
            label="Reject"
            title={`Reject ${label}`}
            act="wallets.decide"
            danger
            wide
          >
            The address never becomes usable. The institution sees the rejection, but not the reason.
          </ActButton>
        )}
        {(state === 'active' || (state === 'suspended' && suspended_by !== 'staff')) && (
          <ActButton
            call="stopAddress"
            input={{ id }}
            label="Suspend"
            title={`Suspend ${label}`}
            act="wallets.suspend"
            danger
            wide
          >
            Takes effect at once. Transfers that have not left yet wait. Only compliance or the MLRO can reinstate the
            address.
          </ActButton>
        )}
      </div>
    </Panel>
  )
}

function waitsFor({ state }: Address): string {
  if (state === 'proof_required') return 'Waits until the institution proves ownership of the wallet.'
  if (state === 'travel_rule') return 'Waits until the institution enters the travel address of the provider.'
  if (state === 'cooling') return 'Its cooling-off period of a day has not ended.'
  return 'Can be used.'
}
