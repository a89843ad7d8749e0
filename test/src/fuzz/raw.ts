import { METHODS } from 'node:http'
import { type Random, oneOf } from '../seeded-random.ts'
import { calls } from './calls.ts'
import type { Then } from './wire.ts'
import { hostileText } from './values.ts'

// Raw HTTP: wrong, odd or truncated request lines, headers and bodies.

export type Raw = {
  readonly kind: string
  readonly bytes: string
  readonly afterwards: Then
  /** There is no receiver, or nothing to answer yet. */
  readonly mayBeSilent: boolean
  readonly isHead: boolean
}

/** The controls of chains need no fields: they are not called here. */
const named = calls.map(({ path }) => path).filter((path) => !path.includes('/chains/'))

const paths = [
  ...new Set(named.map((path) => path.replace(':id', '01a1dd43-ac0c-7e54-8089-855b9399b74a'))),
  '/',
  '*',
  '/docs',
  '/docs/',
  '/docs/errors',
  '/docs/style.css',
  '/healthz',
  '/readyz',
  '/metrics',
  '/api/v1/client/openapi.json',
  '/api/v1/private/nothing',
  '/nothing',
  '/sandbox/v1/nothing',
]

const pathOf = (chance: Random): string => oneOf(chance, paths)
const byte = (chance: Random): string => String.fromCharCode(chance(256))
/** One character is one byte; a text with wider characters is sent as UTF-8. */
const bytesOf = (text: string): string =>
  Buffer.from(text, 'latin1').toString('latin1') === text ? text : Buffer.from(text).toString('latin1')
const usual = 'Host: localhost\r\nUser-Agent: specie-fuzz\r\n'
const close = 'Connection: close\r\n'

/** More might follow. A sender that has ended may be disconnected; one that waits is answered after the time limit. */
const broken = (chance: Random) =>
  chance(20) === 0 ? ({ afterwards: 'listen' } as const) : ({ afterwards: 'end', mayBeSilent: true } as const)

type Made = Omit<Raw, 'kind' | 'isHead' | 'mayBeSilent' | 'afterwards'> & Partial<Raw>
const heard = (bytes: string, over: Partial<Raw> = {}): Made => ({ bytes, ...over })

function oddMethod(chance: Random): Made {
  const method = oneOf(chance, METHODS)
  const body = chance(2) === 0 ? 'Content-Length: 2\r\nContent-Type: application/json\r\n\r\n{}' : '\r\n'
  return heard(`${method} ${pathOf(chance)} HTTP/1.1\r\n${usual}${close}${body}`, { isHead: method === 'HEAD' })
}

function oddPath(chance: Random): Made {
  const path = pathOf(chance)
  const changes = [
    (text: string) => text.replace(/[a-z]/, (letter) => `%${letter.charCodeAt(0).toString(16)}`),
    (text: string) => `${text}%00`,
    (text: string) => `${text}%`,
    (text: string) => `${text}%zz`,
    (text: string) => `${text}%ff`,
    (text: string) => `${text}/%2e%2e/%2e%2e`,
    (text: string) => `${text}/../..`,
    (text: string) => `/${text}`,
    (text: string) => `http://example.com${text}`,
    (text: string) => `${text}?${'a'.repeat(chance(2) * 9_000)}`,
    (text: string) => `${text}?a=%`,
    (text: string) => `${text}?%00`,
    (text: string) => `${text}?a=1&a=2`,
    (text: string) => `${text}#here`,
    (text: string) => `${text};a=b`,
    (text: string) => `${text}\\..`,
    (text: string) => `${text}${'/a'.repeat(chance(4_000))}`,
    (text: string) => text.toUpperCase(),
    (text: string) => `${text}${encodeURIComponent(hostileText(chance).toWellFormed())}`,
    (text: string) => text + byte(chance),
    () => '',
    () => 'nothing',
  ]
  const method = oneOf(chance, ['GET', 'POST', 'HEAD'])
  return heard(`${method} ${oneOf(chance, changes)(path)} HTTP/1.1\r\n${usual}${close}\r\n`, {
    isHead: method === 'HEAD',
  })
}

const lines = [
  'hello',
  '',
  ' ',
  'GET',
  'GET /',
  'GET / HTTP/9.9',
  'GET / HTTP/0.9',
  'GET / HTTP/2.0',
  'GET  / HTTP/1.1',
  'GET / HTTP/1.1 ',
  'get / HTTP/1.1',
  'BREW / HTTP/1.1',
  'PRI * HTTP/2.0',
  'GET /a b HTTP/1.1',
  'GET /\u0000 HTTP/1.1',
  '\u0016\u0003\u0001\u0002\u0000\u0001\u0000\u0001\u00fc',
  'CONNECT example.com:443 HTTP/1.1',
  'OPTIONS * HTTP/1.1',
  'GET / HTTP/1.0',
  '\u00ff\u00fe',
]
const oddLine = (chance: Random): Made => heard(`${oneOf(chance, lines)}\r\n${usual}${close}\r\n`)

const headers = [
  'Bad Header',
  ': nothing',
  'A: \u0000',
  'A: a\rb',
  ' folded: yes',
  'A\u0000: b',
  'Content-Length: -1',
  'Content-Length: 1, 2',
  'Content-Length: 99999999999999999999',
  'Content-Length: abc',
  'Content-Length: 2\r\nContent-Length: 3',
  'Content-Length: 2\r\nTransfer-Encoding: chunked',
  'Transfer-Encoding: gzip, chunked',
  'Transfer-Encoding: chunked, gzip',
  'Transfer-Encoding: xchunked',
  'Expect: 200-ok',
  'Expect: 100-continue',
  'Upgrade: websocket\r\nConnection: Upgrade',
  'Upgrade: h2c\r\nHTTP2-Settings: AAMAAABkAAQAAP__',
  'Host: a\r\nHost: b',
  'Host:',
  'Host: \u00ff',
  'User-Agent:',
  'X-Forwarded-For: 1.2.3.4',
  'X-Forwarded-For: \u00ff, ,;',
  'Forwarded: for="[::"',
  'traceparent: 00-00000000000000000000000000000000-0000000000000000-00',
  'traceparent: \u00ff',
  'If-None-Match: *',
  'If-None-Match: \u00ff"',
  'Accept: \u00ff',
  'Accept-Encoding: br;q=9',
  'Range: bytes=0-0,1-',
  'Cookie: a\u0001',
  'Authorization: Bearer \u00ff',
  'x-sandbox-fault: nothing',
  'x-app-nonce: 1\r\nx-app-nonce: 2',
  'x-app-public-key: \u00ff\r\nx-app-nonce: 1\r\nx-app-signed-data: \u00ff',
  'Content-Type: \u00ff',
  'Content-Type: multipart/form-data; boundary=a',
  `X-Long: ${'x'.repeat(20_000)}`,
  Array.from({ length: 2_100 }, (_, n) => `a${n}: b`).join('\r\n'),
]

function oddHeader(chance: Random): Made {
  const method = oneOf(chance, ['GET', 'POST'])
  return heard(
    `${method} ${pathOf(chance)} HTTP/1.1\r\n${usual}${close}${oneOf(chance, headers)}\r\n\r\n`,
    broken(chance),
  )
}

const chunks = [
  '2\r\n{}\r\n0\r\n\r\n',
  '2;a=b\r\n{}\r\n0\r\n\r\n',
  'g\r\n',
  '-1\r\n',
  'ffffffffffffffffff\r\n',
  '2\r\n{}x',
  '2\r\n{}\r\n0\r\nTrailer: a\r\n\r\n',
  '5000\r\n',
  '0\r\n\r\n',
  '1\n{\n',
]
const oddChunks = (chance: Random): Made =>
  heard(
    `POST ${pathOf(chance)} HTTP/1.1\r\n${usual}${close}Content-Type: application/json\r\nTransfer-Encoding: chunked\r\n\r\n${oneOf(chance, chunks)}`,
    broken(chance),
  )

/** Truncated: before the headers end, or in the body. */
function half(chance: Random): Made {
  const whole = `POST ${pathOf(chance)} HTTP/1.1\r\n${usual}Content-Type: application/json\r\nContent-Length: 40\r\n\r\n{"name": "somebody", `
  const afterwards = oneOf(chance, ['end', 'reset', 'reset', 'end', chance(8) === 0 ? 'listen' : 'reset'] as const)
  return heard(whole.slice(0, 1 + chance(whole.length)), { afterwards, mayBeSilent: afterwards !== 'listen' })
}

/** Several on one connection, the last one odd. */
function pipeline(chance: Random): Made {
  const first = `GET /api/v1/client/time HTTP/1.1\r\n${usual}\r\n`
  const post = `POST ${pathOf(chance)} HTTP/1.1\r\n${usual}Content-Type: application/json\r\nContent-Length: 2\r\n\r\n{}`
  const last = oneOf(chance, [oddLine, oddHeader, oddPath])(chance).bytes.replace(/^HEAD/, 'GET')
  return heard(oneOf(chance, [first, post]).repeat(1 + chance(3)) + last, { afterwards: 'end', mayBeSilent: true })
}

const noise = (chance: Random): Made =>
  heard(Array.from({ length: 1 + chance(200) }, () => byte(chance)).join(''), { afterwards: 'end', mayBeSilent: true })

/** A whole request with one changed byte. */
function mutated(chance: Random): Made {
  const whole = `POST ${pathOf(chance)} HTTP/1.1\r\n${usual}${close}Content-Type: application/json\r\nContent-Length: 14\r\n\r\n{"name":"abc"}`
  const at = chance(whole.length)
  return heard(whole.slice(0, at) + byte(chance) + whole.slice(at + 1), { afterwards: 'end', mayBeSilent: true })
}

const kinds = { oddMethod, oddPath, oddLine, oddHeader, oddChunks, half, pipeline, noise, mutated }

export function rawOf(chance: Random): Raw {
  const [kind, make] = oneOf(chance, Object.entries(kinds))
  const made = make(chance)
  return {
    kind: `raw ${kind}`,
    afterwards: 'listen',
    mayBeSilent: false,
    isHead: false,
    ...made,
    bytes: bytesOf(made.bytes),
  }
}
