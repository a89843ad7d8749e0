import type { Curve, KeyName, RawSigner, SigningPurpose } from '../base/ports/chain.ts'
import { BadSetting } from '../base/config.ts'
import { type KmsSettings, openKms } from './kms.ts'
import { openKeystore } from './keystore.ts'
import { assertKnown, slotName } from './names.ts'

export type SignerSettings = {
  readonly keystore: string | null
  readonly keystorePassphrase: string | null
  readonly kms: KmsSettings | null
}

/** One line per requested signature: which key signed for what purpose, never the secret. */
export type SigningLine = SigningPurpose & {
  readonly key: KeyName
  readonly curve: Curve
  /** Null if it was signed. */
  readonly refused: string | null
}

/** `now` is wall time. A KMS refuses requests with a wrong time. */
type SignerContext = { now(): Date; log(line: SigningLine): void }

/** The signer for the configured keys; null if none is configured. Then this process signs nothing. */
export async function openSigner(settings: SignerSettings, context: SignerContext): Promise<RawSigner | null> {
  const { keystore, keystorePassphrase, kms } = settings
  if ((keystore === null) !== (keystorePassphrase === null))
    throw new BadSetting('Set both KEYSTORE and KEYSTORE_PASSPHRASE, or neither.')
  const file = keystore === null ? null : await openKeystore(keystore, keystorePassphrase!)
  const remote = kms === null ? null : openKms(kms, context.now)
  const signer = remote === null || file === null ? (remote ?? file) : combined(remote, kms!.keys, file)
  return signer && withLog(signer, context.log)
}

/** A KMS cannot derive deposit keys: keys that it does not name are in the file. */
function combined(remote: RawSigner, named: KmsSettings['keys'], file: RawSigner): RawSigner {
  const signerOf = (key: KeyName, curve: Curve) => (named.has(slotName(key, curve)) ? remote : file)
  return {
    publicKey: (key, curve) => signerOf(key, curve).publicKey(key, curve),
    sign: (key, curve, payload, purpose) => signerOf(key, curve).sign(key, curve, payload, purpose),
  }
}

function withLog(signer: RawSigner, log: SignerContext['log']): RawSigner {
  return {
    publicKey: async (key, curve) => {
      assertKnown(key, curve)
      return signer.publicKey(key, curve)
    },
    // A signature that could not be logged is not returned.
    sign: async (key, curve, payload, purpose) => {
      const { requestId, chain, intent } = purpose
      const line = { key, curve, chain, intent, requestId }
      try {
        assertKnown(key, curve)
        const signature = await signer.sign(key, curve, payload, purpose)
        log({ ...line, refused: null })
        return signature
      } catch (error) {
        log({ ...line, refused: (error as Error).message })
        throw error
      }
    },
  }
}
