import type { AssetCode } from '@specie/protocol/assets.ts'
import type { CallError } from '../api/error.ts'
import { useCall } from '../api/use-call.ts'
import { Choose } from '../kit/form/field.tsx'
import { shortened } from '../kit/value/id.tsx'
import { Link } from '../kit/link.tsx'
import { chainName } from '../kit/value/names.ts'
import { accountText } from './account-text.ts'

type Props = {
  asset: AssetCode
  chain: string | undefined
  value: string
  onChange: (id: string) => void
  error: CallError | null
  label?: string
  name?: string
  /** The option without a destination: «Your CHF balance». */
  balance?: string
}

/** Registered destinations, to choose from. */
export function Destination({
  asset,
  chain,
  value,
  onChange,
  error,
  label = 'To',
  name = 'destination',
  balance,
}: Props) {
  const options = useDestinations(asset, chain)
  if (options === undefined)
    return <Choose label={label} name={name} value="" onChange={onChange} options={[]} disabled />
  const isNone = options.length === 0
  const [where, what] =
    chain === undefined
      ? ['/addresses/bank-accounts/new', `bank account in ${asset}`]
      : ['/addresses/new', `address on ${chainName(chain)}`]
  const first = balance ?? (isNone ? `No ${what} can be used yet` : 'Choose a destination')
  return (
    <Choose
      label={label}
      name={name}
      value={value}
      onChange={onChange}
      disabled={isNone && balance === undefined}
      options={[{ value: '', label: first }, ...options]}
      error={error}
      hint={
        <>
          {isNone && balance === undefined
            ? `Register a ${what.replace('address', 'wallet address')} first. `
            : 'Not in the list? '}
          <Link className="link" to={where}>
            {chain === undefined ? 'New bank account' : 'New address'}
          </Link>
        </>
      }
    />
  )
}

function useDestinations(asset: AssetCode, chain: string | undefined) {
  const isAtBank = chain === undefined
  const accounts = useCall(
    'bankAccounts',
    { currency: asset as 'CHF', status: 'active', limit: '500' },
    { enabled: isAtBank },
  )
  const addresses = useCall(
    'withdrawAddresses',
    { blockchain: chain as 'ETH', status: 'Confirmed', limit: '500' },
    { enabled: !isAtBank },
  )
  return isAtBank
    ? accounts.data?.accounts.map(({ accountid, label, identifier }) => ({
        value: accountid,
        label: `${label}, ${accountText(identifier)}`,
      }))
    : addresses.data?.addresses.map(({ addressid, label, address }) => ({
        value: addressid,
        label: `${label}, ${shortened(address)}`,
      }))
}
