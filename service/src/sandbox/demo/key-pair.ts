import { generateKeyPairSync } from 'node:crypto'

/** For the convenience of a test client, returned once; the private key is not stored. */
export function newPair(): { publickey: string; privatekey: string } {
  const { publicKey, privateKey } = generateKeyPairSync('ec', { namedCurve: 'prime256v1' })
  return {
    publickey: publicKey.export({ type: 'spki', format: 'der' }).toString('base64'),
    privatekey: privateKey.export({ type: 'pkcs8', format: 'pem' }) as string,
  }
}
