import { assets, type AssetCode } from '@specie/protocol/assets.ts'
import { type ExactJson, WrittenNumber } from '@specie/protocol/encoding/json.ts'
import { formatMinor } from '@specie/protocol/money.ts'
import type { Peer } from './peer.ts'
import { TrpRefusal } from './refusal.ts'

// Amounts are exact: the digits of a JSON number are read and written as text, never as a float.

/** The amount as it stands in the JSON text. */
export function writeAmount(asset: AssetCode, minor: bigint, peer: Peer): string {
  if (minor <= 0n) throw new Error('an inquiry is about an amount above zero')
  const digits = peer.amount === 'lowest' ? String(minor) : formatMinor(minor, assets[asset].decimals)
  return peer.amountAs === 'number' ? digits : JSON.stringify(digits)
}

/** `written`: in which unit. A fraction cannot be of the lowest denomination, so it is of whole units. */
export type ReadAmount = { readonly minor: bigint; readonly written: Peer['amount'] }

export function readAmount(value: ExactJson | undefined, asset: AssetCode, peer: Peer): ReadAmount {
  const text = value instanceof WrittenNumber ? value.text : typeof value === 'string' ? value.trim() : ''
  const found = /^(\d{1,40})(?:\.(\d{1,40}))?(?:[eE]([+-]?\d{1,2}))?$/.exec(text)
  if (!found) throw new TrpRefusal(422, '`amount` is missing or no positive number.')
  const [, whole = '', fraction = '', exponent = '0'] = found
  const digits = BigInt(whole + fraction)
  const scale = fraction.length - Number(exponent)
  if (digits === 0n) throw new TrpRefusal(422, '`amount` must be above zero.')
  const lowest = peer.amount === 'lowest' ? shifted(digits, -scale) : null
  if (lowest !== null) return { minor: lowest, written: 'lowest' }
  const minor = shifted(digits, assets[asset].decimals - scale)
  if (minor === null) throw new TrpRefusal(422, `\`amount\` has more decimals than ${asset}.`)
  return { minor, written: 'whole' }
}

/** digits × 10^places; null when it is no integer. */
function shifted(digits: bigint, places: number): bigint | null {
  if (places >= 0) return digits * 10n ** BigInt(places)
  const divisor = 10n ** BigInt(-places)
  return digits % divisor === 0n ? digits / divisor : null
}
