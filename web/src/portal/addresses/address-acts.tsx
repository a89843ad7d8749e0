import { ActButton } from '../../app/act-button.tsx'
import type { Address } from './words.ts'

/** What an administrator can do in the current state of an address. */
export function AddressActs({ address: { addressid: id, label, state, suspended_by } }: { address: Address }) {
  const shared = { input: { id }, act: 'addresses.edit' } as const
  return (
    <div className="row">
      {state === 'active' && (
        <ActButton {...shared} call="suspendAddress" label="Suspend" title={`Suspend address ${label}`}>
          Takes effect at once. Transfers that are not signed yet wait until you reinstate the address.
        </ActButton>
      )}
      {state === 'suspended' && suspended_by === 'institution' && (
        <ActButton {...shared} call="reinstateAddress" label="Reinstate" title={`Reinstate address ${label}`}>
          Coins can be sent there again, and waiting transfers continue.
        </ActButton>
      )}
      {state !== 'revoked' && state !== 'rejected' && (
        <ActButton {...shared} call="removeAddress" label="Remove" title={`Remove address ${label}`} danger>
          Cannot be undone. You can add the address again; its checks, its proof and its cooling-off period then start
          again.
        </ActButton>
      )}
    </div>
  )
}
