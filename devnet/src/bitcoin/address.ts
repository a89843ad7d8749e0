import { Address, OutScript, TEST_NETWORK } from '@scure/btc-signer'
import { RpcError } from '../rpc.ts'

export const regtest = { ...TEST_NETWORK, bech32: 'bcrt' }

/** Undefined for scripts without an address. */
export function addressOf(script: Uint8Array): string | undefined {
  try {
    return Address(regtest).encode(OutScript.decode(script))
  } catch {
    return undefined
  }
}

export function scriptOf(address: unknown): Uint8Array {
  try {
    return OutScript.encode(Address(regtest).decode(String(address)))
  } catch {
    throw new RpcError(-5, 'Invalid address')
  }
}
