import type { chains } from '@specie/protocol/chains.ts'
import { useEffect, useState } from 'react'

// Wallets installed in the browser. They announce themselves: on EVM chains by EIP-6963 (or as window.ethereum,
// EIP-1193), on Solana by the Wallet Standard.

type Wallet = {
  readonly name: string
  /** The signature of the text by this address, as `proveAddress` takes it. */
  readonly sign: (address: string, text: string) => Promise<string>
}

type Family = (typeof chains)[keyof typeof chains]['family']

export function useWallets(family: Family): readonly Wallet[] {
  const [wallets, setWallets] = useState<readonly Wallet[]>([])
  useEffect(() => {
    const add = (wallet: Wallet) =>
      setWallets((all) => (all.some(({ name }) => name === wallet.name) ? all : [...all, wallet]))
    setWallets([])
    if (family === 'evm') return findEvm(add)
    return family === 'solana' ? findSolana(add) : undefined
  }, [family])
  return wallets
}

type Add = (wallet: Wallet) => void
type Provider = { request(asked: { method: string; params?: unknown[] }): Promise<unknown> }

function findEvm(add: Add): () => void {
  const announced = (event: Event) => {
    const { info, provider } = (event as CustomEvent<{ info: { name: string }; provider: Provider }>).detail
    add(evmWallet(info.name, provider))
  }
  window.addEventListener('eip6963:announceProvider', announced)
  window.dispatchEvent(new Event('eip6963:requestProvider'))
  const { ethereum } = window as { ethereum?: Provider }
  if (ethereum !== undefined) add(evmWallet('Browser wallet', ethereum))
  return () => window.removeEventListener('eip6963:announceProvider', announced)
}

const evmWallet = (name: string, provider: Provider): Wallet => ({
  name,
  sign: (address, text) =>
    request(name, async () => {
      const accounts = (await provider.request({ method: 'eth_requestAccounts' })) as string[]
      assertOffered(
        name,
        accounts.map((one) => one.toLowerCase()),
        address.toLowerCase(),
      )
      return (await provider.request({ method: 'personal_sign', params: [hex(text), address] })) as string
    }),
})

type Account = { address: string }
type StandardWallet = {
  name: string
  features: {
    'standard:connect'?: { connect(): Promise<{ accounts: Account[] }> }
    'solana:signMessage'?: {
      signMessage(asked: { account: Account; message: Uint8Array }): Promise<{ signature: Uint8Array }[]>
    }
  }
}
type Register = (...wallets: StandardWallet[]) => () => void

function findSolana(add: Add): () => void {
  const register: Register = (...wallets) => {
    for (const wallet of wallets)
      if (wallet.features['solana:signMessage'] && wallet.features['standard:connect']) add(solanaWallet(wallet))
    return () => {}
  }
  const announced = (event: Event) => (event as CustomEvent<(api: { register: Register }) => void>).detail({ register })
  window.addEventListener('wallet-standard:register-wallet', announced)
  window.dispatchEvent(new CustomEvent('wallet-standard:app-ready', { detail: { register } }))
  return () => window.removeEventListener('wallet-standard:register-wallet', announced)
}

const solanaWallet = ({ name, features }: StandardWallet): Wallet => ({
  name,
  sign: (address, text) =>
    request(name, async () => {
      const { accounts } = await features['standard:connect']!.connect()
      assertOffered(
        name,
        accounts.map((one) => one.address),
        address,
      )
      const account = accounts.find((one) => one.address === address)!
      const [signed] = await features['solana:signMessage']!.signMessage({
        account,
        message: new TextEncoder().encode(text),
      })
      return btoa(String.fromCharCode(...signed!.signature))
    }),
})

class OtherAccount extends Error {}

function assertOffered(name: string, accounts: readonly string[], address: string): void {
  if (!accounts.includes(address))
    throw new OtherAccount(`${name} does not offer the account ${address}. Switch its account and try again.`)
}

/** Wallets throw plain objects; `message` is their only common field. */
async function request(name: string, act: () => Promise<string>): Promise<string> {
  try {
    return await act()
  } catch (error) {
    if (error instanceof OtherAccount) throw error
    const why = (error as { message?: string }).message ?? 'no reason given'
    throw new Error(`${name} did not sign: ${why}`, { cause: error })
  }
}

const hex = (text: string): string =>
  `0x${Array.from(new TextEncoder().encode(text), (byte) => byte.toString(16).padStart(2, '0')).join('')}`
