import { schnorr, secp256k1 } from '@noble/curves/secp256k1.js'
import { p2pkh, p2sh, p2tr, p2wpkh, p2wsh, RawWitness, TEST_NETWORK } from '@scure/btc-signer'
import { getBase58Decoder } from '@solana/kit'
import fc from 'fast-check'
import { expect, test } from 'vitest'
import { verifyBitcoin } from './bitcoin.ts'
import { verifyKey } from './evm.ts'
import { verifySolana } from './solana.ts'

// Any bytes as a signature lead to a refusal: never to a proof, and never to an error of ours.

const secret = Uint8Array.from({ length: 32 }, () => 7)
const key = secp256k1.getPublicKey(secret)
const regtest = { ...TEST_NETWORK, bech32: 'bcrt' }
const addresses = [
  p2pkh(key, regtest),
  p2wpkh(key, regtest),
  p2sh(p2wpkh(key, regtest), regtest),
  p2sh(p2pkh(key, regtest), regtest),
  p2wsh(p2pkh(key, regtest), regtest),
  p2tr(schnorr.getPublicKey(secret), undefined, regtest),
].map(({ address }) => address)

const bytes = (max: number) => fc.uint8Array({ maxLength: max })
/** Parts of a witness: correct, nearly correct, or random. */
const part = fc.oneof(
  bytes(80),
  fc.constant(key),
  fc.constant(new Uint8Array()),
  fc.uint8Array({ minLength: 64, maxLength: 65 }),
  bytes(70).map((rest) => Uint8Array.from([0x30, rest.length, 2, ...rest, 1])),
)
const witness = fc.array(part, { maxLength: 4 }).map((parts) => RawWitness.encode(parts))
const signedMessage = fc
  .tuple(fc.integer({ min: 0, max: 255 }), fc.uint8Array({ minLength: 64, maxLength: 64 }))
  .map(([header, rest]) => Uint8Array.from([header, ...rest]))
const runs = { numRuns: 2_000 }

test('Bitcoin', () => {
  const signature = fc.oneof(bytes(400), witness, signedMessage)
  const property = fc.property(fc.constantFrom(...addresses), signature, (address, given) => {
    expect(verifyBitcoin(address, 'uat', 'text', Buffer.from(given).toString('base64'))).toHaveProperty('rule')
  })
  fc.assert(property, runs)
  const text = fc.property(fc.string(), (given) => {
    expect(verifyBitcoin(addresses[1]!, 'uat', 'text', given)).toHaveProperty('rule')
  })
  fc.assert(text, runs)
})

test('Solana', () => {
  const base58 = (given: Uint8Array) => getBase58Decoder().decode(given)
  const signature = fc.oneof(fc.uint8Array({ minLength: 60, maxLength: 68 }).map(base58), fc.string())
  const address = fc.uint8Array({ minLength: 32, maxLength: 32 }).map(base58)
  const property = fc.property(address, signature, (of, given) => {
    expect(verifySolana(of, 'text', given)).toHaveProperty('rule')
  })
  fc.assert(property, { numRuns: 300 })
})

test('the key of an EVM account', () => {
  const signature = fc.oneof(
    bytes(80),
    fc.uint8Array({ minLength: 64, maxLength: 64 }).map((rs) => Uint8Array.from([...rs, 27])),
    fc.constantFrom(0, 255).map((byte) => Uint8Array.from([...Array.from({ length: 64 }, () => byte), 28])),
  )
  const property = fc.property(signature, (given) => {
    expect(verifyKey(`0x${'12'.repeat(20)}`, 'text', given)).toHaveProperty('rule')
  })
  fc.assert(property, runs)
})
