import { Address, NETWORK, OutScript, p2wpkh, TEST_NETWORK } from '@scure/btc-signer'
import type { Config } from '../../../base/config.ts'

// The Bitcoin network of each environment, and its addresses.

type Environment = Config['environment']
type Network = typeof NETWORK

/** UAT runs its own node in regtest; addresses of the public testnets encode the same scripts and are accepted too. */
const regtest: Network = { ...TEST_NETWORK, bech32: 'bcrt' }
const networks = { production: [NETWORK], uat: [regtest, TEST_NETWORK] } as const satisfies Record<
  Environment,
  readonly Network[]
>

/** The chain name that the node must report. */
export const nodeChain: { readonly [environment in Environment]: string } = { production: 'main', uat: 'regtest' }

/** The address of one key: P2WPKH. */
export function bitcoinAddressOf(publicKey: Uint8Array, environment: Environment): string {
  return p2wpkh(publicKey, networks[environment][0]).address
}

type Target = ReturnType<ReturnType<typeof Address>['decode']>

/** The script of an address; null if it is not an address of this environment, or when anyone can spend from it. */
export function targetOf(address: string, environment: Environment): Target | null {
  for (const network of networks[environment]) {
    try {
      const target = Address(network).decode(address)
      // Anyone may spend coins at a BIP-433 anchor.
      return target.type === 'p2a' ? null : target
    } catch {
      // Try the next network.
    }
  }
  return null
}

export function scriptOf(address: string, environment: Environment): Uint8Array | null {
  const target = targetOf(address, environment)
  return target && OutScript.encode(target)
}
