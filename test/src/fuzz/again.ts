import { sign } from 'node:crypto'
import { parseForm } from '@specie/protocol/encoding/form.ts'
import { parseJson } from '@specie/protocol/encoding/json.ts'
import { signedBodies, signingString } from '@specie/protocol/signing/signing.ts'
import { freshNonce } from '../client.ts'
import { calls } from './calls.ts'
import type { World } from './world.ts'
import { sender } from './wire.ts'

/** Sends a signed request of a report again, in a new world, with a new nonce, and shows the answer. */
export async function sendAgain({ origin, clients }: World, text: string): Promise<void> {
  const { path, headers, body } = JSON.parse(text) as { path: string; headers: Record<string, string>; body: string }
  const client = clients[0]!
  const nonce = freshNonce()
  const signed = signingString(path, signedOf(headers['content-type'] ?? '', body), nonce)
  const own = {
    'x-app-public-key': client.publickey,
    'x-app-nonce': nonce,
    'x-app-signed-data': sign('sha256', Buffer.from(signed), client.privateKey).toString('base64url'),
  }
  const http = sender(origin, 1)
  const request = { call: calls[0]!, method: 'POST', path, headers: { ...headers, ...own }, body, fields: {} }
  console.log(await http.send(request))
  http.close()
}

/** An unreadable request is refused before its signature is checked. */
function signedOf(type: string, body: string): string {
  const text = Buffer.from(body, 'latin1').toString()
  try {
    return signedBodies(type.startsWith('application/json') ? parseJson(text) : parseForm(text))[0]
  } catch {
    return ''
  }
}
