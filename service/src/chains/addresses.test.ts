import { p2pkh, p2sh, p2tr, p2wpkh, p2wsh, TEST_NETWORK } from '@scure/btc-signer'
import { getAddressDecoder, isAddress as isSolanaAddress } from '@solana/kit'
import { ApiError } from '../base/http/errors.ts'
import fc from 'fast-check'
import { getAddress, type Hex } from 'viem'
import { describe, expect, test } from 'vitest'
import type { ChainCode } from '@specie/protocol/chains.ts'
import { checkedAddress, sameAddress } from './addresses.ts'

const uat = { environment: 'uat', field: 'destination' } as const
const production = { ...uat, environment: 'production' } as const

function ruleOf(chain: ChainCode, text: string, where: typeof uat | typeof production): unknown {
  try {
    checkedAddress(chain, text, where)
    return null
  } catch (error) {
    if (!(error instanceof ApiError)) throw error
    expect(error.code).toBe('invalid_address')
    expect(error.details['field']).toBe('destination')
    return error.details['rule']
  }
}

/** Every text that differs in one character. */
function* slips(text: string, alphabet: string, from: number): Generator<string> {
  for (let at = from; at < text.length; at += 1)
    for (const letter of alphabet) if (letter !== text[at]) yield text.slice(0, at) + letter + text.slice(at + 1)
}

const letters = '0123456789ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz'
const bytes = (length: number) => fc.uint8Array({ minLength: length, maxLength: length })
/** The generator of secp256k1; its x coordinate is also a taproot key. */
const point = Uint8Array.from(Buffer.from('0279be667ef9dcbbac55a06295ce870b07029bfcdb2dce28d959f2815b16f81798', 'hex'))

describe('EVM', () => {
  // The addresses of EIP-55. A wrong checksum passes with a chance of one in 2^letters: these have enough letters.
  const eip55 = [
    '0x5aAeb6053F3E94C9b9A09f33669435E7Ef1BeAed',
    '0xfB6916095ca1df60bB79Ce92cE3Ea74c37c5d359',
    '0xdbF03B407c01E7cD3CBea99509d93f8DDDC8C6FB',
    '0xD1220A0cf47c7B9Be7A2E6BA89F429762e7b9aDb',
  ]

  test.each(eip55)('%s: an error of one character is refused', (address) => {
    expect(checkedAddress('ETH', address, uat)).toBe(address)
    for (const slip of slips(address, letters, 0)) expect(ruleOf('BASE', slip, uat), slip).not.toBe(null)
  })

  test('an address in a single case has no checksum and gets one', () => {
    fc.assert(
      fc.property(
        bytes(20).filter((all) => all.some((byte) => byte !== 0)),
        (all) => {
          const digits = Buffer.from(all).toString('hex')
          const right = getAddress(`0x${digits}`)
          for (const text of [`0x${digits}`, `0x${digits.toUpperCase()}`, right])
            expect(checkedAddress('POL', text, uat)).toBe(right)
          expect(sameAddress('POL', right, `0x${digits}`)).toBe(true)
        },
      ),
      { numRuns: 200 },
    )
  })

  test.each([
    ['format', `0x${'0'.repeat(40)}`],
    ['format', eip55[0]!.slice(2)],
    ['format', `${eip55[0]!}0`],
    ['format', eip55[0]!.replace('0x', '0X')],
    ['format', ` ${eip55[0]!}`],
    ['checksum', eip55[0]!.replace('aA', 'Aa')],
  ])('%s: %s', (rule, text) => expect(ruleOf('ETH', text, uat)).toBe(rule))
})

describe('Solana', () => {
  test('32 bytes in base58 are accepted unchanged, on the curve or not', () => {
    fc.assert(
      fc.property(bytes(32), (all) => {
        const address = getAddressDecoder().decode(all)
        expect(checkedAddress('SOL', address, production)).toBe(address)
        expect(sameAddress('SOL', address, address)).toBe(true)
      }),
      { numRuns: 200 },
    )
    expect(sameAddress('SOL', 'A'.repeat(43), 'a'.repeat(43))).toBe(false)
  })

  test.each([
    '11111111111111111111111111111111',
    'TokenkegQfeZyiNwAJbNbGKPFXCWuBvf9Ss623VQ5DA',
    'TokenzQdBNbLqP5VEhdkAS6EPFLC1PHnBqCXEpPxuEb',
    'ATokenGPvbdGVxr1b2hvZbsiqW5xWH25efTNsLJA8knL',
    'SysvarC1ock11111111111111111111111111111111',
    'So11111111111111111111111111111111111111112',
  ])('%s has a form, but is no wallet', (program) => {
    expect(isSolanaAddress(program)).toBe(true)
    expect(ruleOf('SOL', program, production)).toBe('format')
  })

  test.each(['', 'abc', '0x5aAeb6053F3E94C9b9A09f33669435E7Ef1BeAed', 'l'.repeat(43)])('"%s" is none', (text) =>
    expect(ruleOf('SOL', text, production)).toBe('format'),
  )
})

describe('Bitcoin', () => {
  const addresses = [p2wpkh(point), p2wsh(p2pkh(point)), p2tr(point.slice(1)), p2pkh(point), p2sh(p2wpkh(point))].map(
    ({ address }) => address,
  )
  const regtest = { ...TEST_NETWORK, bech32: 'bcrt' }

  test.each(addresses)('%s: an error of one character is refused', (address) => {
    expect(checkedAddress('BTC', address, production)).toBe(address)
    for (const slip of slips(address, letters, 0)) expect(ruleOf('BTC', slip, production), slip).not.toBe(null)
  })

  test('an address belongs to its network', () => {
    for (const address of addresses) expect(ruleOf('BTC', address, uat)).toBe('network')
    for (const network of [TEST_NETWORK, regtest]) {
      const address = p2wpkh(point, network).address
      expect(checkedAddress('BTC', address, uat)).toBe(address)
      expect(ruleOf('BTC', address, production)).toBe('network')
    }
  })

  test('bech32 may be in upper case, but not mixed', () => {
    const [address] = addresses as [string]
    expect(checkedAddress('BTC', address.toUpperCase(), production)).toBe(address)
    expect(sameAddress('BTC', address.toUpperCase(), address)).toBe(true)
    expect(ruleOf('BTC', address.replace('q', 'Q'), production)).toBe('checksum')
  })

  test('an address that anyone can spend from is refused', () => {
    expect(ruleOf('BTC', 'bc1pfeessrawgf', production)).not.toBe(null)
  })

  test('a text without the form of an address is refused for its format', () => {
    for (const text of ['', 'x', '0x5aAeb6053F3E94C9b9A09f33669435E7Ef1BeAed' satisfies Hex])
      expect(ruleOf('BTC', text, production)).toBe('format')
  })
})
