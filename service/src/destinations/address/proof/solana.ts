import { ed25519 } from '@noble/curves/ed25519.js'
import { getBase58Encoder } from '@solana/kit'
import { base64Bytes } from './bytes.ts'
import { otherSigner, type ProofMethod, type Verdict } from './verdict.ts'

// Wallets sign the text itself or, mostly hardware wallets, the text behind a header that no transaction can begin with
// (off-chain messages). The header has several layouts, and a signature does not name its layout. Each is tried.

type Layout = Extract<ProofMethod, `solana_${string}`>

const domain = Buffer.from('\u00ffsolana offchain', 'latin1')
const restrictedAscii = 0
const noApplication = Buffer.alloc(32)

const lengthOf = (text: Uint8Array): Buffer => {
  const length = Buffer.alloc(2)
  length.writeUInt16LE(text.length)
  return length
}

/** The signed bytes, by layout. */
export const layouts: { readonly [layout in Layout]: (text: Uint8Array, key: Uint8Array) => Uint8Array } = {
  solana_raw: (text) => text,
  // As specified: version, application, format, signers, length.
  solana_offchain_v0: (text, key) =>
    Buffer.concat([domain, [0], noApplication, [restrictedAscii], [1], key, lengthOf(text), text].map(bytes)),
  // The form of Solana's own command line and older hardware wallets: version, format, length.
  solana_offchain_v0_short: (text) => Buffer.concat([domain, [0], [restrictedAscii], lengthOf(text), text].map(bytes)),
  // Version 1: signers, then the text to the end.
  solana_offchain_v1: (text, key) => Buffer.concat([domain, [1], [1], key, text].map(bytes)),
}

const bytes = (part: Uint8Array | readonly number[]): Uint8Array => Uint8Array.from(part)

/** Verifies a message signed by a Solana wallet, in base58 or base64. */
export function verifySolana(address: string, text: string, signature: string): Verdict {
  const given = signatureBytes(signature)
  if (given === null)
    return { rule: 'format', message: 'A signature of a Solana wallet is 64 bytes in base58 or base64.' }
  const key = Uint8Array.from(getBase58Encoder().encode(address))
  if (!ed25519.utils.isValidPublicKey(key, false)) {
    return { rule: 'unsupported', message: 'This address has no key, like a multisig vault. It cannot sign.' }
  }
  const message = Buffer.from(text, 'utf8')
  const layout = (Object.keys(layouts) as Layout[]).find((one) =>
    // Strict (RFC 8032): one encoding for each point, and no keys for which many signatures are valid.
    ed25519.verify(given, layouts[one](message, key), key, { zip215: false }),
  )
  return layout === undefined ? otherSigner : { method: layout }
}

function signatureBytes(text: string): Uint8Array | null {
  const found = text.length === 88 && text.endsWith('==') ? base64Bytes(text) : base58Bytes(text)
  return found?.length === 64 ? found : null
}

function base58Bytes(text: string): Uint8Array | null {
  if (!/^[1-9A-HJ-NP-Za-km-z]{64,88}$/.test(text)) return null
  return Uint8Array.from(getBase58Encoder().encode(text))
}
