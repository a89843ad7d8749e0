import { createHash, createSign, generateKeyPairSync, randomUUID } from 'node:crypto'
import { once } from 'node:events'
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'

// A small OpenID Connect issuer, written from the standard: discovery, authorization code with PKCE, RS256 tokens. It signs in
// the person that the test names, without a prompt.

export type Issuer = {
  url: string
  /** The person at the browser. */
  user: { email: string; email_verified: boolean }
  /** Claims that replace the right ones. */
  over: Record<string, unknown>
  /** Signs with a key that is not published. */
  forge: boolean
  close(): Promise<void>
}

export const client = { id: 'specie-console', secret: 'issuer-secret-of-a-test' }

type Grant = { challenge: string; nonce: string; redirect: string }

export async function startIssuer(): Promise<Issuer> {
  const own = generateKeyPairSync('rsa', { modulusLength: 2048 })
  const stranger = generateKeyPairSync('rsa', { modulusLength: 2048 })
  const grants = new Map<string, Grant>()
  const server = createServer((request, response) => void answer(request, response))
  await once(server.listen(0, '127.0.0.1'), 'listening')
  const url = `http://127.0.0.1:${(server.address() as AddressInfo).port}`
  const issuer: Issuer = {
    url,
    user: { email: 'ann@desk.example', email_verified: true },
    over: {},
    forge: false,
    close: async () => {
      server.closeAllConnections()
      await new Promise((done) => server.close(done))
    },
  }
  const json = (response: ServerResponse, status: number, body: unknown) =>
    response.writeHead(status, { 'content-type': 'application/json' }).end(JSON.stringify(body))

  async function answer(request: IncomingMessage, response: ServerResponse): Promise<unknown> {
    const { pathname, searchParams } = new URL(request.url!, url)
    if (pathname === '/.well-known/openid-configuration') return json(response, 200, description(url))
    if (pathname === '/jwks') {
      const key = own.publicKey.export({ format: 'jwk' })
      return json(response, 200, { keys: [{ ...key, kid: 'one', alg: 'RS256', use: 'sig' }] })
    }
    if (pathname === '/authorize') {
      const code = randomUUID()
      const redirect = searchParams.get('redirect_uri')!
      grants.set(code, {
        challenge: searchParams.get('code_challenge')!,
        nonce: searchParams.get('nonce')!,
        redirect,
      })
      const back = new URL(redirect)
      back.search = new URLSearchParams({ code, state: searchParams.get('state')!, iss: url }).toString()
      return response.writeHead(302, { location: back.href }).end()
    }
    if (pathname === '/token') return json(response, ...token(request, await textOf(request)))
    return json(response, 404, {})
  }

  function token(request: IncomingMessage, body: string): [number, unknown] {
    const fields = new URLSearchParams(body)
    const basic = Buffer.from(request.headers.authorization?.slice(6) ?? '', 'base64').toString()
    const isClient = fields.get('client_secret') === client.secret || basic === `${client.id}:${client.secret}`
    const grant = grants.get(fields.get('code')!)
    grants.delete(fields.get('code')!)
    const challenge = createHash('sha256')
      .update(fields.get('code_verifier') ?? '')
      .digest('base64url')
    if (!isClient || grant?.challenge !== challenge || grant.redirect !== fields.get('redirect_uri'))
      return [400, { error: 'invalid_grant' }]
    const at = Math.floor(Date.now() / 1_000)
    const claims = {
      iss: url,
      sub: 'user-1',
      aud: client.id,
      iat: at,
      exp: at + 60,
      auth_time: at,
      nonce: grant.nonce,
      ...issuer.user,
      ...issuer.over,
    }
    return [200, { access_token: 'x', token_type: 'Bearer', expires_in: 60, id_token: signed(claims) }]
  }

  function signed(claims: object): string {
    const text = [{ alg: 'RS256', kid: 'one' }, claims].map((part) =>
      Buffer.from(JSON.stringify(part)).toString('base64url'),
    )
    const key = (issuer.forge ? stranger : own).privateKey
    return `${text.join('.')}.${createSign('RSA-SHA256').update(text.join('.')).sign(key, 'base64url')}`
  }
  return issuer
}

const description = (issuer: string) => ({
  issuer,
  authorization_endpoint: `${issuer}/authorize`,
  token_endpoint: `${issuer}/token`,
  jwks_uri: `${issuer}/jwks`,
  response_types_supported: ['code'],
  subject_types_supported: ['public'],
  id_token_signing_alg_values_supported: ['RS256'],
  code_challenge_methods_supported: ['S256'],
  authorization_response_iss_parameter_supported: true,
})

async function textOf(request: IncomingMessage): Promise<string> {
  let text = ''
  for await (const chunk of request) text += String(chunk)
  return text
}
