import { ActButton } from '../../app/act-button.tsx'
import type { Address } from './words.ts'

/** What an administrator can do with an address in its state. */
export function AddressActs({ address: { addressid: id, label, state, suspended_by } }: { address: Address }) {
  const shared = { input: { id }, act: 'addresses.edit' } as const
  return (
    <div className="row">
      {state === 'active' && (
        <ActButton {...shared} call="suspendAddress" label="Suspend" title={`Suspend address ${label}`}>
          At once. Transfers that are not signed yet wait until you reinstate it.
        </ActButton>
      )}
      {state === 'suspended' && suspended_by === 'institution' && (
        <ActButton {...shared} call="reinstateAddress" label="Reinstate" title={`Reinstate address ${label}`}>
          Coins can be sent there again, and transfers that wait go on.
        </ActButton>
      )}
      {state !== 'revoked' && state !== 'rejected' && (
        <ActButton {...shared} call="removeAddress" label="Remove" title={`Remove address ${label}`} danger>
          For good. It can be added again, and is then checked, proved and cooled off again.
        </ActButton>
      )}
    </div>
  )
}
