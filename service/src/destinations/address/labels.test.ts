import { getBase58Decoder } from '@solana/kit'
import fc from 'fast-check'
import { getAddress, toHex } from 'viem'
import { describe, expect, test } from 'vitest'
import { bitcoinAddressOf } from '../../chains/adapters/bitcoin/address.ts'
import { checkedLabel, namingOf } from './labels.ts'

const ruleOf = (label: string) => {
  try {
    checkedLabel(label)
    return 'taken'
  } catch (error) {
    return (error as { details: { rule: string } }).details.rule
  }
}

test.each([
  'vault',
  'Vault 2',
  'treasury-1',
  'Zürich: cold storage',
  '2026-11-14',
  '42',
  'GB office',
  'CH93',
  'ch12 payments of the branch in Basel',
  '0xvault',
  'deadbeef',
  'TreasuryOperationsMainWaLLetZurich',
  'Main vauLt at the bank in Geneva for payments 2',
  'IBAN of the branch',
  'vault: 0x',
  'bc1 cold',
])('%s is a label', (label) => {
  expect(checkedLabel(label)).toBe(label)
})

test.each([
  '0x52908400098527886E0F7030069857D2E4169EE7',
  '0X52908400098527886E0F7030069857D2E4169EE7',
  '52908400098527886e0f7030069857d2e4169ee7',
  '0x52908400098527886e0F7030069857d2E4169EE7', // a wrong checksum
  '4Nd1mYQzvgV8Vr3Z3nYb7pD6T8K2jF1eqxABfcDd9T5g',
  'bc1qw508d6qejxtdg4y5r3zarvary0c5xw7kv8f3t4',
  'BC1QW508D6QEJXTDG4Y5R3ZARVARY0C5XW7KV8F3T5', // a wrong checksum
  '1BoatSLRHtKNngkdXEeobR76b53LETtpyT',
  '2MzQwSSnBHWHqSAqtTVQ6v47XtaisrJa1Vc',
  'CH9300762011623852957',
  'ch93 0076 2011 6238 5295 7',
  'CH93-0076-2011-6238-5295-7',
  'CH9300762011623852958', // a wrong check digit
  'GB29 NWBK 6016 1331 9268 19',
  '60-16-13 31926819',
  '601613/31926819',
  '60161331926819',
  '60 16 13 31926819',
  '01a1dd43-ac0c-7e54-8089-855b9399b74a',
  '01A1DD43-AC0C-7E54-8089-855B9399B74A',
  'ethereum:0x52908400098527886E0F7030069857D2E4169EE7@1',
  'eip155:1:0x52908400098527886E0F7030069857D2E4169EE7', // CAIP-10
  '0x5290 8400 0985 2788 6E0F 7030 0698 57D2 E416 9EE7',
  '“0x52908400098527886E0F7030069857D2E4169EE7”',
  '０ｘ52908400098527886E0F7030069857D2E4169EE7', // full-width
  'Ledger 0x52908400098527886E0F7030069857D2E4169EE7',
  '0х52908400098527886E0F7030069857D2E4169EE7', // a Cyrillic letter
  'bitcoin:bc1qw508d6qejxtdg4y5r3zarvary0c5xw7kv8f3t4?amount=1',
  'solana:4Nd1mYQzvgV8Vr3Z3nYb7pD6T8K2jF1eqxABfcDd9T5g',
  'IBAN CH93 0076 2011 6238 5295 7',
  'iban:CH9300762011623852957',
])('%s is none', (label) => {
  expect(ruleOf(label)).toBe('label_ambiguous')
  expect(ruleOf(` ${label} `)).toBe('label_ambiguous')
})

test.each(['vau\u200blt', 'vault\u202e', 'vault\u0000', 'va\u00adult', 'va\u2028ult', 'a\tb'])(
  '%j has characters that nobody sees',
  (label) => expect(ruleOf(label)).toBe('printable'),
)

test.each(['', '   ', 'x'.repeat(65)])('%j is too short or too long', (label) => {
  expect(ruleOf(label)).toBe('length')
})

test('texts that look the same are stored in one spelling', () => {
  expect(checkedLabel(' Zu\u0308rich ')).toBe('Z\u00fcrich')
})

describe('for any key', () => {
  const bytes = (length: number) => fc.uint8Array({ minLength: length, maxLength: length })

  test('its address is recognised as an address, in any spelling', () => {
    fc.assert(
      fc.property(bytes(20), bytes(32), (evm, solana) => {
        const address = getAddress(toHex(evm))
        const spellings = [address, address.toLowerCase(), address.slice(2), `0x${address.slice(2).toUpperCase()}`]
        for (const text of [...spellings, getBase58Decoder().decode(solana)]) expect(namingOf(text)).toBe('address')
      }),
    )
    const generator = Uint8Array.from(
      Buffer.from('0279be667ef9dcbbac55a06295ce870b07029bfcdb2dce28d959f2815b16f81798', 'hex'),
    )
    for (const environment of ['production', 'uat'] as const)
      expect(namingOf(bitcoinAddressOf(generator, environment))).toBe('address')
  })
})
