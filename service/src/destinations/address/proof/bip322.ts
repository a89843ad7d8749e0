import { schnorr, secp256k1 } from '@noble/curves/secp256k1.js'
import { OutScript, p2pkh, RawWitness, Script, SigHash, Transaction } from '@scure/btc-signer'
import { equalBytes, hash160, tagSchnorr } from '@scure/btc-signer/utils.js'
import type { targetOf } from '../../../chains/adapters/bitcoin/address.ts'
import { otherSigner, type RefusedProof, type Verdict } from './verdict.ts'

// BIP-322, simple: the witness of a virtual transaction that spends a virtual output with the script of the address.
// The output commits to the text. Supports only scripts with one key.

type Target = NonNullable<ReturnType<typeof targetOf>>

const malformed: RefusedProof = {
  rule: 'format',
  message: 'This is not the witness of a single key (BIP-322, simple).',
}
const notSighashAll: RefusedProof = { rule: 'format', message: 'BIP-322 requires a signature with SIGHASH_ALL.' }
const notCanonical: RefusedProof = {
  rule: 'malleable',
  message: 'The signature is not strict DER with a low s: a wallet never makes such a signature.',
}

export function verifyBip322(target: Target, text: string, signature: Uint8Array): Verdict {
  const witness = witnessIn(signature)
  if (witness === null) return malformed
  const [one, two] = witness
  switch (target.type) {
    case 'wpkh':
      return witness.length === 2 ? byKeyHash(target, target.hash, text, one!, two!) : malformed
    case 'sh': {
      if (witness.length !== 2) return malformed
      const hash = hash160(two!)
      // The script of the address must be that of this key, wrapped (P2SH-P2WPKH).
      if (!equalBytes(hash160(OutScript.encode({ type: 'wpkh', hash })), target.hash)) return otherSigner
      return byKeyHash(target, hash, text, one!, two!)
    }
    case 'tr':
      return witness.length === 1 ? byTaprootKey(target, target.pubkey, text, one!) : malformed
    default:
      return { rule: 'unsupported', message: `Addresses of the kind ${target.type} cannot be proved by BIP-322 here.` }
  }
}

function witnessIn(bytes: Uint8Array): Uint8Array[] | null {
  try {
    return RawWitness.decode(bytes)
  } catch {
    return null
  }
}

function byKeyHash(target: Target, keyHash: Uint8Array, text: string, given: Uint8Array, key: Uint8Array): Verdict {
  const der = given.subarray(0, -1)
  if (given.at(-1) !== SigHash.ALL) return notSighashAll
  if (key.length !== 33 || !secp256k1.utils.isValidPublicKey(key, true)) return malformed
  if (!equalBytes(hash160(key), keyHash)) return otherSigner
  if (!isCanonicalDer(der)) return notCanonical
  const digest = toSign(target, text).preimageWitnessV0(0, scriptCode(key), SigHash.ALL, 0n)
  return secp256k1.verify(der, digest, key, { prehash: false, format: 'der' })
    ? { method: 'bip322_simple' }
    : otherSigner
}

const scriptCode = (key: Uint8Array): Uint8Array => p2pkh(key).script

function isCanonicalDer(der: Uint8Array): boolean {
  try {
    const parsed = secp256k1.Signature.fromBytes(der, 'der')
    return !parsed.hasHighS() && equalBytes(parsed.toBytes('der'), der)
  } catch {
    return false
  }
}

function byTaprootKey(target: Target, key: Uint8Array, text: string, given: Uint8Array): Verdict {
  // 64 bytes mean SIGHASH_DEFAULT, which signs the same as SIGHASH_ALL.
  const flag = given.length === 65 ? given[64]! : SigHash.DEFAULT
  if (given.length !== 64 && given.length !== 65) return malformed
  if (given.length === 65 && flag !== SigHash.ALL) return notSighashAll
  const digest = toSign(target, text).preimageWitnessV1(0, [OutScript.encode(target)], flag, [0n])
  return schnorr.verify(given.subarray(0, 64), digest, key) ? { method: 'bip322_simple' } : otherSigner
}

const virtual = { version: 0, allowUnknownInputs: true, allowUnknownOutputs: true, disableScriptCheck: true }

/** The virtual transaction whose output commits to the text. */
export function toSpend(target: Target, text: string): Transaction {
  const hash = tagSchnorr('BIP0322-signed-message', Buffer.from(text, 'utf8'))
  const finalScriptSig = Script.encode(['OP_0', hash])
  const spent = new Transaction(virtual)
  spent.addOutput({ amount: 0n, script: OutScript.encode(target) })
  spent.addInput({ txid: new Uint8Array(32), index: 0xffff_ffff, sequence: 0, finalScriptSig })
  return spent
}

/** The virtual transaction that a wallet signs. */
export function toSign(target: Target, text: string): Transaction {
  const signed = new Transaction(virtual)
  signed.addInput({ txid: toSpend(target, text).id, index: 0, sequence: 0 })
  signed.addOutput({ amount: 0n, script: Script.encode(['RETURN']) })
  return signed
}
