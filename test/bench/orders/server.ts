import { createPublicKey, type KeyObject, verify } from 'node:crypto'
import type { AddressInfo } from 'node:net'
import { promisify } from 'node:util'
import { fastify } from 'fastify'
import { decodePublicKey, decodeSignature, signedBodies, signingString } from '@specie/protocol/signing/signing.ts'
import { readBody } from '@specie/service/api/body.ts'

// The capacity of the framework alone, and with signatures: the same requests, without a database.

const verifyAsync = promisify<string, Uint8Array, KeyObject, Uint8Array, boolean>(verify)
const known = new Map<string, KeyObject>()

function verifierOf(publickey: string): KeyObject {
  let verifier = known.get(publickey)
  if (!verifier) {
    const key = Buffer.from(decodePublicKey(publickey)!)
    known.set(publickey, (verifier = createPublicKey({ key, format: 'der', type: 'spki' })))
  }
  return verifier
}

const app = fastify()
app.removeAllContentTypeParsers()
app.addContentTypeParser('*', { parseAs: 'buffer' }, (_request, body, done) => done(null, body))
app.get('/empty', async () => ({ result: 'ok' }))
app.post('/api/v1/private/*', async ({ url, headers, body }, reply) => {
  const { value } = readBody(body, headers['content-type'], 'form')
  const text = signingString(url, signedBodies(value)[0], String(headers['x-app-nonce']))
  // The key itself and DER: with `{ key, dsaEncoding }` Node spends 70 µs more of its one thread on each call.
  const key = verifierOf(String(headers['x-app-public-key']))
  const signature = decodeSignature(String(headers['x-app-signed-data']))!
  if (await verifyAsync('sha256', Buffer.from(text), key, signature)) return { result: 'ok' }
  return reply.code(401).send({ result: 'error' })
})

await app.listen({ host: '127.0.0.1', port: 0 })
process.once('disconnect', () => process.exit(0))
process.once('SIGTERM', () => process.exit(0))
process.send!({ ready: { base: `http://127.0.0.1:${(app.server.address() as AddressInfo).port}/` } })
