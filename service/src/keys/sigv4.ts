import { createHash, createHmac } from 'node:crypto'

// AWS Signature Version 4 for POST without a query, the only form that KMS needs.

export type Credentials = {
  readonly accessKeyId: string
  readonly secretAccessKey: string
  /** Present with temporary credentials. */
  readonly sessionToken: string | null
}

type Unsigned = {
  readonly url: URL
  readonly headers: Readonly<Record<string, string>>
  readonly body: string
  readonly region: string
  readonly service: string
  readonly at: Date
}

/** The headers to send: the given ones, the time, and the authorization over all of them and `host`. */
export function signedHeaders(request: Unsigned, { accessKeyId, secretAccessKey, sessionToken }: Credentials) {
  const { url, headers, body, region, service, at } = request
  const time = `${at.toISOString().slice(0, 19).replaceAll(/[-:]/g, '')}Z`
  const sent: Record<string, string> = { ...headers, 'x-amz-date': time }
  if (sessionToken !== null) sent['x-amz-security-token'] = sessionToken

  const covered = Object.entries({ ...sent, host: url.host }).toSorted(([a], [b]) => (a < b ? -1 : 1))
  const names = covered.map(([name]) => name).join(';')
  const lines = covered.map(([name, value]) => `${name}:${value.trim()}\n`).join('')
  const canonical = ['POST', url.pathname, '', lines, names, sha256(body)].join('\n')

  const day = time.slice(0, 8)
  const scope = `${day}/${region}/${service}/aws4_request`
  const toSign = ['AWS4-HMAC-SHA256', time, scope, sha256(canonical)].join('\n')
  const key = [day, region, service, 'aws4_request'].reduce<Buffer | string>(hmac, `AWS4${secretAccessKey}`)
  const signature = hmac(key, toSign).toString('hex')
  sent['authorization'] =
    `AWS4-HMAC-SHA256 Credential=${accessKeyId}/${scope}, SignedHeaders=${names}, Signature=${signature}`
  return sent
}

const sha256 = (text: string): string => createHash('sha256').update(text).digest('hex')
const hmac = (key: Buffer | string, text: string): Buffer => createHmac('sha256', key).update(text).digest()
