import { canonical } from '@specie/protocol/encoding/json.ts'
import { signingString } from '@specie/protocol/signing/signing.ts'
import { call, type Output } from '../../api/call.ts'
import { signText } from './key-pair.ts'

type Challenge = Output<'challengeKey'>

/** The text to sign: the challenge, as the body of a call. */
export const proofText = ({ path, challenge }: Challenge, nonce: string): string =>
  signingString(path, canonical({ challenge }), nonce)

/** Proves possession of the private key by signing a challenge. Afterwards the key can be used. */
export async function proveWith(id: string, privateKey: CryptoKey): Promise<void> {
  const challenge = await call('challengeKey', { id })
  const nonce = String(Date.now())
  const signature = await signText(privateKey, proofText(challenge, nonce))
  await call('proveKey', { id, challenge: challenge.challenge, nonce, signature })
}
