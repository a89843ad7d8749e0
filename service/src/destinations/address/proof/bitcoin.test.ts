import { schnorr, secp256k1 } from '@noble/curves/secp256k1.js'
import { NETWORK, p2pkh, p2sh, p2tr, p2wpkh, p2wsh, RawWitness, TEST_NETWORK, WIF } from '@scure/btc-signer'
import { taprootTweakPrivKey } from '@scure/btc-signer/utils.js'
import { describe, expect, test } from 'vitest'
import { targetOf } from '../../../chains/adapters/bitcoin/address.ts'
import { messageHash } from './bip137.ts'
import { toSign, toSpend } from './bip322.ts'
import { verifyBitcoin } from './bitcoin.ts'

const answer = (address: string, text: string, signature: string, environment: 'production' | 'uat' = 'production') => {
  const verdict = verifyBitcoin(address, environment, text, signature)
  return 'rule' in verdict ? verdict.rule : verdict.method
}

/**
 * Published vectors: bips/bip-0322/{basic,generated}-test-vectors.json, and those of bip322-js and btcd where the BIP
 * has none.
 */
const published: [kind: string, address: string, text: string, ...signatures: string[]][] = [
  [
    'P2WPKH',
    'bc1q9vza2e8x573nczrlzms0wvx3gsqjx7vavgkx0l',
    '',
    'smpAkcwRAIgM2gBAQqvZX15ZiysmKmQpDrG83avLIT492QBzLnQIxYCIBaTpOaD20qRlEylyxFSeEA2ba9YOixpX8z46TSDtS40ASECx/EgAxlkQpQ9hYjgGu6EBCPMVPwVIVJqO4XCsMvViHI=',
    'smpAkgwRQIhAPkJ1Q4oYS0htvyuSFHLxRQpFAY56b70UvE7Dxazen0ZAiAtZfFz1S6T6I23MWI2lK/pcNTWncuyL8UL+oMdydVgzAEhAsfxIAMZZEKUPYWI4BruhAQjzFT8FSFSajuFwrDL1Yhy',
  ],
  [
    'P2WPKH',
    'bc1q9vza2e8x573nczrlzms0wvx3gsqjx7vavgkx0l',
    'Hello World',
    'AkcwRAIgZRfIY3p7/DoVTty6YZbWS71bc5Vct9p9Fia83eRmw2QCICK/ENGfwLtptFluMGs2KsqoNSk89pO7F29zJLUx9a/sASECx/EgAxlkQpQ9hYjgGu6EBCPMVPwVIVJqO4XCsMvViHI=',
    'AkgwRQIhAOzyynlqt93lOKJr+wmmxIens//zPzl9tqIOua93wO6MAiBi5n5EyAcPScOjf1lAqIUIQtr3zKNeavYabHyR8eGhowEhAsfxIAMZZEKUPYWI4BruhAQjzFT8FSFSajuFwrDL1Yhy',
  ],
  [
    'P2WPKH',
    'bc1qkntwc3c4dzxh9xh6875l03fn3vkk023jgak3u7',
    'ESHJI7MWUL64AXHBI42L3UR4QA',
    'AkcwRAIgCYHF/vn67iZX5WBimh84kqD6pTME6eNCMGhfFnnwCNECIAF3nMCk/RfLit+uv8a8FgfQIw0f0ASE21GSz7rX17PsASEDTA2vM8bOtUFgvenSDUmvkq7aWNwoTB0CMiM6carHY1s=',
  ],
  [
    'P2TR',
    'bc1pss0zhytly75awhm6x2hhvd5lnzv3vssgrf9axfheq8ldyzn88ges79fler',
    'No prefix fallback',
    'AUCJYOwOjxYAvatTAGYaVlNXBVyFuc4MwNQkOuK2tl8xhfKDONd0NjfYyNSYcRqeCp8hsAnCEPHAVEkO9h6vbQ/R',
  ],
  [
    'P2TR',
    'bc1p9cyuceaazr8cz46mvgkzl94wy397mwpqsrk84su37t72jvkg6wzqv52nfp',
    'TPIZPITUIHEUHO5ACOL6W6MBVD',
    'AUBay6NwR4LEYedkTG+vE9F7C0RTOCB5NH6ZAqf+3hudjHIkOzSZk1jW/5Kt0wRKX3llJ25os+0qktdou4/Y8516',
  ],
  [
    'P2TR with SIGHASH_ALL',
    'bc1ppv609nr0vr25u07u95waq5lucwfm6tde4nydujnu8npg4q75mr5sxq8lt3',
    'Hello World',
    'AUHd69PrJQEv+oKTfZ8l+WROBHuy9HKrbFCJu7U1iK2iiEy1vMU5EfMtjc+VSHM7aU0SDbak5IUZRVno2P5mjSafAQ==',
  ],
  [
    'P2SH-P2WPKH',
    '3HSVzEhCFuH9Z3wvoWTexy7BMVVp3PjS6f',
    'Hello World',
    'AkgwRQIhAMd2wZSY3x0V9Kr/NClochoTXcgDaGl3OObOR17yx3QQAiBVWxqNSS+CKen7bmJTG6YfJjsggQ4Fa2RHKgBKrdQQ+gEhAxa5UDdQCHSQHfKQv14ybcYm1C9y6b12xAuukWzSnS+w',
  ],
]

describe('published BIP-322 vectors', () => {
  test.each(published)('%s %s «%s»', (_kind, address, text, ...signatures) => {
    for (const signature of signatures) {
      expect(answer(address, text, signature)).toBe('bip322_simple')
      expect(answer(address, `${text}.`, signature)).toBe('mismatch')
    }
  })

  test.each([
    [
      '',
      'c5680aa69bb8d860bf82d4e9cd3504b55dde018de765a91bb566283c545a99a7',
      '1e9654e951a5ba44c8604c4de6c67fd78a27e81dcadcfe1edf638ba3aaebaed6',
    ],
    [
      'Hello World',
      'b79d196740ad5217771c1098fc4a4b51e0535c32236c71f1ea4d61a2d603352b',
      '88737ae86f2077145f93cc4b153ae9a1cb8d56afa511988c149c5c8c9d93bddf',
    ],
  ])('the virtual transactions of «%s»', (text, spent, signed) => {
    const target = targetOf('bc1q9vza2e8x573nczrlzms0wvx3gsqjx7vavgkx0l', 'production')!
    expect([toSpend(target, text).id, toSign(target, text).id]).toEqual([spent, signed])
  })

  test.each([
    ['not base64', 'not-valid-base64!!!', 'format'],
    ['nothing', '', 'format'],
    ['an empty witness', 'smpAA==', 'format'],
    ['an unknown prefix', 'fooAA==', 'format'],
    ['another encoding of the same bytes', `${published[1]![3]!.slice(0, -2)}J=`, 'format'],
  ])('%s is refused', (_what, signature, rule) => {
    expect(answer('bc1q9vza2e8x573nczrlzms0wvx3gsqjx7vavgkx0l', '', signature)).toBe(rule)
  })

  test('a signature of several keys is not supported', () => {
    const [, address, text, signature] = published[0]!
    expect(answer(address, text, signature!)).toBe('bip322_simple')
    const shared = 'bc1qp0ahvfh83088w49k405szqgg4f3pptr7p2g06tdxfjcd40z4lh4q95lsz9'
    expect(answer(shared, text, signature!)).toBe('unsupported')
  })
})

const secret = WIF(NETWORK).decode('L3VFeEujGtevx9w18HD1fhRbCH67Az2dpCymeRE1SoPK6XQtaN2k')
const stranger = Uint8Array.from(secret, (byte, i) => (i === 0 ? byte ^ 1 : byte))
const keyOf = (one: Uint8Array) => secp256k1.getPublicKey(one)
const text = 'Acme AG owns this.'
const regtest = { ...TEST_NETWORK, bech32: 'bcrt' }
const base64 = (...parts: Uint8Array[]) => Buffer.concat(parts).toString('base64')

/** Signs as a wallet does; `s` in its high form on request. */
function witnessOf(address: string, one: Uint8Array, { high = false, flag = 1 } = {}): string {
  const digest = toSign(targetOf(address, 'uat')!, text).preimageWitnessV0(0, p2pkh(keyOf(one)).script, flag, 0n)
  const signed = secp256k1.Signature.fromBytes(secp256k1.sign(digest, one, { prehash: false }))
  const order = secp256k1.Point.CURVE().n
  const shown = high ? new secp256k1.Signature(signed.r, order - signed.s) : signed
  return base64(RawWitness.encode([Uint8Array.from([...shown.toBytes('der'), flag]), keyOf(one)]))
}

describe('a single key', () => {
  const own = p2wpkh(keyOf(secret), regtest).address
  const wrapped = p2sh(p2wpkh(keyOf(secret), regtest), regtest).address

  test.each([own, wrapped])('%s: its own signature and no other', (address) => {
    expect(answer(address, text, witnessOf(address, secret), 'uat')).toBe('bip322_simple')
    expect(answer(address, text, witnessOf(address, stranger), 'uat')).toBe('mismatch')
    expect(answer(address, `${text} `, witnessOf(address, secret), 'uat')).toBe('mismatch')
    expect(answer(address, text, witnessOf(address, secret, { high: true }), 'uat')).toBe('malleable')
    expect(answer(address, text, witnessOf(address, secret, { flag: 3 }), 'uat')).toBe('format')
    expect(answer(address, text, witnessOf(address, secret))).toBe('mismatch')
  })

  test('a signature for one address is not valid for another of the same key', () => {
    expect(answer(wrapped, text, witnessOf(own, secret), 'uat')).toBe('mismatch')
    expect(answer(own, text, witnessOf(wrapped, secret), 'uat')).toBe('mismatch')
  })

  test('Taproot', () => {
    const address = p2tr(schnorr.getPublicKey(secret), undefined, regtest).address
    const target = targetOf(address, 'uat')!
    const signed = (one: Uint8Array, flag: 0 | 1 | 3) => {
      const script = p2tr(schnorr.getPublicKey(secret), undefined, regtest).script
      const digest = toSign(target, text).preimageWitnessV1(0, [script], flag, [0n])
      const bytes = schnorr.sign(digest, taprootTweakPrivKey(one))
      return base64(RawWitness.encode([Uint8Array.from(flag === 0 ? bytes : [...bytes, flag])]))
    }
    expect(answer(address, text, signed(secret, 0), 'uat')).toBe('bip322_simple')
    expect(answer(address, text, signed(secret, 1), 'uat')).toBe('bip322_simple')
    expect(answer(address, text, signed(secret, 3), 'uat')).toBe('format')
    expect(answer(address, text, signed(stranger, 0), 'uat')).toBe('mismatch')
    expect(answer(address, 'another text', signed(secret, 0), 'uat')).toBe('mismatch')
  })
})

describe('signmessage', () => {
  test.each([
    [
      '1F3sAm6ZtwLAUnj7d38pGFxtP3RVEvtsbV',
      'This is an example of a signed message.',
      'H9L5yLFjti0QTHhPyFrZCT1V/MMnBtXKmoiKDZ78NDBjERki6ZTQZdSMCtkgoNmp17By9ItJr8o7ChX0XxY91nk=',
    ],
    [
      '1QDZfWJTVXqHFmJFRkyrnidvHyPyG5bynY',
      'Hello World',
      'IAtVrymJqo43BCt9f7Dhl6ET4Gg3SmhyvdlW6wn9iWc9PweD7tNM5+qw7xE9/bzlw/Et789AQ2F59YKEnSzQudo=',
    ],
  ])('published, of bitcoinjs-message and bip322-js: %s', (address, message, signature) => {
    expect(answer(address, message, signature)).toBe('bip137')
    expect(answer(address, `${message} `, signature)).toBe('mismatch')
    expect(answer('1BvBMSEYstWetqTFn5Au4m4GFg7xJaNVN2', message, signature)).toBe('mismatch')
  })

  const legacy = (one: Uint8Array, from: number, high = false) => {
    const [bit, ...rs] = secp256k1.sign(messageHash(text), one, { prehash: false, format: 'recovered' })
    const { r, s } = secp256k1.Signature.fromBytes(Uint8Array.from(rs))
    const order = secp256k1.Point.CURVE().n
    const shown = high ? new secp256k1.Signature(r, order - s) : new secp256k1.Signature(r, s)
    return base64(Uint8Array.from([from + (high ? bit! ^ 1 : bit!)]), shown.toBytes())
  }
  const key = keyOf(secret)
  const addresses = {
    27: p2pkh(secp256k1.getPublicKey(secret, false), regtest).address,
    31: p2pkh(key, regtest).address,
    35: p2sh(p2wpkh(key, regtest), regtest).address,
    39: p2wpkh(key, regtest).address,
  } as const
  const headers = [27, 31, 35, 39] as const

  test.each(headers)('the first byte %i is accepted for its kind of address only', (header) => {
    for (const [from, address] of Object.entries(addresses)) {
      const proves = answer(address, text, legacy(secret, header), 'uat') === 'bip137'
      expect([from, proves]).toEqual([from, Number(from) === header])
    }
  })

  test.each(headers)('%i: another key, a high s and other networks are refused', (header) => {
    const address = addresses[header]
    expect(answer(address, text, legacy(stranger, header), 'uat')).toBe('mismatch')
    expect(answer(address, text, legacy(secret, header, true), 'uat')).toBe('malleable')
    expect(answer(address, text, legacy(secret, header))).toBe('mismatch')
  })

  test('other addresses have no older form', () => {
    const taproot = p2tr(schnorr.getPublicKey(secret), undefined, regtest).address
    const shared = p2wsh(p2pkh(key, regtest), regtest).address
    for (const address of [taproot, shared]) expect(answer(address, text, legacy(secret, 31), 'uat')).toBe('format')
  })
})
