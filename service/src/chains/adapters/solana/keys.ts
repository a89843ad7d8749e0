import {
  type Address,
  getAddressDecoder,
  getPublicKeyFromAddress,
  getSignatureFromTransaction,
  getTransactionEncoder,
  type SignatureBytes,
  type Transaction,
  verifySignature,
} from '@solana/kit'
import type { Attempt, KeyName, Power, RawSigner, SigningPurpose, Wallets } from '../../../base/ports/chain.ts'

/** The wallet of an ed25519 key: on Solana the key itself, in base58. */
export function solanaAddressOf(publicKey: Uint8Array): Address {
  return getAddressDecoder().decode(publicKey)
}

export type AddressOf = (key: KeyName) => Promise<Address>

/** Addresses of our keys: from the signer, or from the database in a process without keys. */
export function addressBook(signer: RawSigner | null, wallets: Wallets): AddressOf {
  const cache = new Map<KeyName, Address>()
  return async (key) => {
    const found = cache.get(key) ?? (await find(key))
    cache.set(key, found)
    return found
  }

  async function find(key: KeyName): Promise<Address> {
    if (signer) return solanaAddressOf(await signer.publicKey(key, 'ed25519'))
    const recorded = wallets[key as Power]
    if (recorded === undefined) throw new Error(`the Solana address of ${key} is unknown to this process`)
    return recorded as Address
  }
}

/** Requests every signature that the transaction needs, and verifies each one. */
export async function signWith(
  signer: RawSigner,
  transaction: Transaction,
  keys: ReadonlyMap<Address, KeyName>,
  purpose: SigningPurpose,
): Promise<Omit<Attempt, 'terms'>> {
  const message = Uint8Array.from(transaction.messageBytes)
  const signatures: Record<Address, SignatureBytes> = {}
  for (const address of Object.keys(transaction.signatures) as Address[]) {
    const key = keys.get(address)
    if (!key) throw new Error(`the transaction needs a signature of ${address}, which is none of its keys`)
    const signature = (await signer.sign(key, 'ed25519', message, purpose)) as SignatureBytes
    const isValid = await verifySignature(await getPublicKeyFromAddress(address), signature, message)
    if (!isValid) throw new Error(`the signature of ${key} is not by the key of ${address}`)
    signatures[address] = signature
  }
  const signed = { ...transaction, signatures }
  return { hash: getSignatureFromTransaction(signed), raw: Uint8Array.from(getTransactionEncoder().encode(signed)) }
}
