import type { Json } from '@specie/protocol/encoding/json.ts'
import type { Example, Fields } from '@specie/docs-site/examples/examples.ts'
import { type Answer, canonical, type Client, freshNonce, type Overrides, read } from '@specie/test/client.ts'
import { sign } from 'node:crypto'
import { skipTheWait, type Uat } from '@specie/test/programs/uat.ts'

// Sends requests, and records each with its answer.

export type Sent = { readonly example: Example; readonly body: any; readonly status: number }

export type Sender = {
  signed(client: Client, name: string, fields?: Record<string, string>, over?: Overrides): Promise<Sent>
  signedJson(client: Client, name: string, fields: Fields): Promise<Sent>
  get(path: string): Promise<Sent>
  sandbox(path: string, fields?: Fields): Promise<Sent>
  /** Any POST of JSON, such as one of the portal. */
  post(path: string, fields: Fields, headers: Record<string, string>): Promise<Sent>
}

const agent = { 'user-agent': 'acme-treasury/1.0' }
const jsonType = { 'content-type': 'application/json' }

export function senderOf(uat: Uat): Sender {
  const { origin } = uat.service
  const kept = (request: Example['request'], { status, body }: Answer): Sent => ({
    example: { request, answer: { status, body: body as Json } },
    body,
    status,
  })
  const post: Sender['post'] = async (path, fields, headers) => {
    const sent = { method: 'POST', headers: { ...agent, ...jsonType, ...headers }, body: JSON.stringify(fields) }
    const request = { method: 'POST', path, fields, body: 'json', signed: false } as const
    const shown = Object.keys(headers).length === 0 ? {} : { headers }
    return kept({ ...request, ...shown }, await read(await fetch(origin + path, sent)))
  }
  return {
    post,
    signed: async (client, name, fields = {}, over = {}) => {
      // An explicit time is part of the example.
      if (over.headers?.['x-pace'] !== 'kept') await skipTheWait(uat.database, client)
      const { 'x-pace': _, ...headers } = over.headers ?? {}
      const answer = await client.call(name, fields, { ...over, headers, origin })
      const shown = Object.keys(headers).length === 0 ? {} : { headers: headers as Record<string, string> }
      const path = `/api/v1/private/${name}`
      return kept({ method: 'POST', path, fields, body: 'form', signed: true, ...shown }, answer)
    },
    signedJson: async (client, name, fields) => {
      await skipTheWait(uat.database, client)
      const path = `/api/v1/private/${name}`
      const nonce = freshNonce()
      const text = canonical(fields)
      const headers = {
        ...agent,
        ...jsonType,
        'x-app-public-key': client.publickey,
        'x-app-nonce': nonce,
        'x-app-signed-data': sign('sha256', Buffer.from(path + text + nonce), client.privateKey).toString('base64url'),
      }
      const answer = await read(await fetch(origin + path, { method: 'POST', headers, body: text }))
      return kept({ method: 'POST', path, fields, body: 'json', signed: true }, answer)
    },
    get: async (path) =>
      kept(
        { method: 'GET', path, fields: {}, body: 'none', signed: false },
        await read(await fetch(origin + path, { headers: agent })),
      ),
    sandbox: (path, fields = {}) => post(`/sandbox/v1/${path}`, fields, {}),
  }
}
