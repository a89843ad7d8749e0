import type { Config } from '../../../base/config.ts'
import { targetOf } from '../../../chains/adapters/bitcoin/address.ts'
import { base64Bytes } from './bytes.ts'
import { verifyBip137 } from './bip137.ts'
import { verifyBip322 } from './bip322.ts'
import type { Verdict } from './verdict.ts'

/** Longer than any witness of a single key. */
const maxBytes = 300
/** Newer wallets write this before a simple BIP-322 signature. */
const simplePrefix = /^smp/

/** Verifies a message signed by a Bitcoin wallet, in base64. */
export function verifyBitcoin(
  address: string,
  environment: Config['environment'],
  text: string,
  signature: string,
): Verdict {
  const target = targetOf(address, environment)
  if (target === null) return { rule: 'mismatch', message: `This is not a Bitcoin address of ${environment}.` }
  const bytes = base64Bytes(signature) ?? base64Bytes(signature.replace(simplePrefix, ''))
  if (bytes === null || bytes.length === 0 || bytes.length > maxBytes) {
    return { rule: 'format', message: 'A signature of a Bitcoin wallet is base64 (BIP-322 simple, or signmessage).' }
  }
  // Only the older form has 65 bytes with this first byte; a witness begins with the number of its parts.
  return bytes.length === 65 && bytes[0]! >= 27 ? verifyBip137(target, text, bytes) : verifyBip322(target, text, bytes)
}
