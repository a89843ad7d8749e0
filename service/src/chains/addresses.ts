import { type ChainCode, chains } from '@specie/protocol/chains.ts'
import { isAddress as isSolanaAddress } from '@solana/kit'
import { getAddress, isAddress } from 'viem'
import type { Config } from '../base/config.ts'
import { ApiError } from '../base/http/errors.ts'
import { scriptOf } from './adapters/bitcoin/address.ts'

// Validates addresses before coins are sent. A transfer to a wrong address cannot be undone.

type Rule = 'format' | 'checksum' | 'network'
type Context = {
  readonly environment: Config['environment']
  /** The request field with the address. */
  readonly field: string
}
type Verdict = { readonly address: string } | { readonly rule: Rule; readonly message: string }

/** The address in the chain's canonical spelling; throws `invalid_address`. */
export function checkedAddress(chain: ChainCode, text: string, { environment, field }: Context): string {
  const verdict = addressVerdict(chain, text, environment)
  if ('address' in verdict) return verdict.address
  throw new ApiError('invalid_address', { field, rule: verdict.rule }, verdict.message)
}

/** Throws `invalid_address` for an EVM address with a wrong checksum. A misspelt address must not pass for a listed one. */
export function assertChecksum(text: string, field: string): void {
  const { rule, message } = wrongChecksum
  if (hasWrongChecksum(text)) throw new ApiError('invalid_address', { field, rule }, message)
}

/** The address in the chain's canonical spelling, or what is wrong with it. */
export function addressVerdict(chain: ChainCode, text: string, environment: Config['environment']): Verdict {
  return verdicts[chains[chain].family](text, environment)
}

/** Compares checked addresses in any spelling. */
export function sameAddress(chain: ChainCode, a: string, b: string): boolean {
  return canonicalSpelling(chain, a) === canonicalSpelling(chain, b)
}

function canonicalSpelling(chain: ChainCode, address: string): string {
  const anyCase = chains[chain].family === 'evm' || (chains[chain].family === 'bitcoin' && bech32.test(address))
  return anyCase ? address.toLowerCase() : address
}

const bech32 = /^(bc|tb|bcrt)1[a-z0-9]+$/i
const base58 = '[1-9A-HJ-NP-Za-km-z]'
const bitcoinForms = [/^(bc|tb|bcrt)1[ac-hj-np-z02-9]{11,71}$/i, new RegExp(`^[123mn]${base58}{25,34}$`)]

/** True when the text has the form of an address of any chain: with or without 0x, any checksum, any network. */
export function looksLikeAddress(text: string): boolean {
  return (
    /^(0x)?[0-9a-f]{40}$/i.test(text) ||
    isSolanaAddress(text) ||
    bitcoinForms.some((form) => form.test(text)) ||
    scriptOf(text, 'production') !== null ||
    scriptOf(text, 'uat') !== null
  )
}

/** A burn address has no known key: coins sent there are lost. */
export function isBurnAddress(chain: ChainCode, address: string): boolean {
  switch (chains[chain].family) {
    case 'evm':
      return isEvmBurn(address)
    case 'solana':
      return isProgram(address)
    case 'bitcoin':
      return bitcoinBurns.has(address)
  }
}

const verdicts = { evm, solana, bitcoin }

const evmForm = /^0x[0-9a-fA-F]{40}$/

/** In an EVM address, a single case means no checksum. Mixed case is a checksum and must be right (EIP-55). */
function hasWrongChecksum(text: string): boolean {
  const digits = text.slice(2)
  const isPlain = digits === digits.toLowerCase() || digits === digits.toUpperCase()
  return evmForm.test(text) && !isPlain && !isAddress(text, { strict: true })
}

const wrongChecksum = {
  rule: 'checksum',
  message:
    'The checksum of this address is wrong. Its upper and lower case letters do not match. Copy the address again.',
} as const

function evm(text: string): Verdict {
  if (!evmForm.test(text)) return { rule: 'format', message: 'An address of this chain has 0x and 40 hex digits.' }
  if (hasWrongChecksum(text)) return wrongChecksum
  const address = getAddress(text.toLowerCase())
  if (isEvmBurn(address)) return { rule: 'format', message: 'This is a burn address: no key for it exists.' }
  return { address }
}

/** The zero address, precompiled contracts, and common burn addresses. */
const isEvmBurn = (address: string): boolean => /^0x0{36}|^0x0*dead0*$|^0x(dead){10}$|^0x(f{40}|e{40})$/i.test(address)

/**
 * Addresses off the curve are allowed. The multisig vaults that institutions use are off the curve. There is no checksum,
 * so the caller must check on the chain that the address exists.
 */
function solana(text: string): Verdict {
  if (!isSolanaAddress(text))
    return { rule: 'format', message: 'An address of this chain has 32 bytes in base58: 32 to 44 characters.' }
  if (isProgram(text))
    return { rule: 'format', message: 'This is a program or a system account of Solana, not a wallet.' }
  return { address: text }
}

const isProgram = (address: string): boolean => programs.has(address) || address.startsWith('Sysvar')

const programs: ReadonlySet<string> = new Set([
  '11111111111111111111111111111111', // system
  'TokenkegQfeZyiNwAJbNbGKPFXCWuBvf9Ss623VQ5DA',
  'TokenzQdBNbLqP5VEhdkAS6EPFLC1PHnBqCXEpPxuEb', // Token-2022
  'ATokenGPvbdGVxr1b2hvZbsiqW5xWH25efTNsLJA8knL', // associated token accounts
  'MemoSq4gqABAXKb96qnH8TysNcWxMyWCqXgDLGmfcHr',
  'ComputeBudget111111111111111111111111111111',
  'AddressLookupTab1e1111111111111111111111111',
  'Stake11111111111111111111111111111111111111',
  'Vote111111111111111111111111111111111111111',
  'Config1111111111111111111111111111111111111',
  'BPFLoaderUpgradeab1e11111111111111111111111',
  'BPFLoader2111111111111111111111111111111111',
  'NativeLoader1111111111111111111111111111111',
  'So11111111111111111111111111111111111111112', // wrapped SOL
  'SQDS4ep65T869zMMBKyuUq6aD6EgTu8psMjkvj52pCf', // Squads itself; its vaults are wallets
  '1nc1nerator11111111111111111111111111111111',
])

const bitcoinBurns: ReadonlySet<string> = new Set([
  '1111111111111111111114oLvT2', // the hash of a key that is all zeros
  '1BitcoinEaterAddressDontSendf59kuE',
])

function bitcoin(text: string, environment: Config['environment']): Verdict {
  if (bitcoinBurns.has(text)) return { rule: 'format', message: 'This is a burn address: no key for it exists.' }
  if (scriptOf(text, environment) !== null) return { address: canonicalSpelling('BTC', text) }
  if (scriptOf(text, environment === 'uat' ? 'production' : 'uat') !== null)
    return { rule: 'network', message: `This address is not on the Bitcoin network of ${environment}.` }
  if (bitcoinForms.some((form) => form.test(text)))
    return { rule: 'checksum', message: 'The checksum of this address is wrong, or the address has no owner.' }
  return { rule: 'format', message: 'A Bitcoin address begins with bc1, 1 or 3 (bcrt1, tb1, m, n or 2 in UAT).' }
}
