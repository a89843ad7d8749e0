import { once } from 'node:events'
import { Agent, request as ask } from 'node:http'
import { connect } from 'node:net'
import type { Request } from './requests.ts'

// The transport of a request, and its result. Nothing is thrown: a broken connection is an answer too.

export type Answer = { readonly status: number; readonly headers: Record<string, string>; readonly body: string }

const patienceMs = 60_000

export function sender(origin: string, connections: number) {
  const agent = new Agent({ keepAlive: true, maxSockets: connections })
  return {
    send: (request: Request): Promise<Answer | Error> =>
      new Promise((resolve) => {
        const { method, path, headers, body } = request
        const length = method === 'GET' ? {} : { 'content-length': String(body.length) }
        const requested = ask(origin + '/', {
          agent,
          method,
          path,
          headers: { ...headers, ...length },
          timeout: patienceMs,
        })
        requested.on('response', (response) => {
          let text = ''
          response.setEncoding('utf8')
          response.on('data', (chunk: string) => (text += chunk))
          response.on('end', () => {
            const headers = Object.fromEntries(
              Object.entries(response.headers).map(([name, one]) => [name, String(one)]),
            )
            resolve({ status: response.statusCode!, headers, body: text })
          })
          response.on('error', resolve)
        })
        requested.on('timeout', () => requested.destroy(new Error('no answer within a minute')))
        requested.on('error', resolve)
        requested.end(Buffer.from(body, 'latin1'))
      }),
    close: () => agent.destroy(),
  }
}

/** After the bytes, the sender listens, ends its side, or disconnects. */
export type Then = 'listen' | 'end' | 'reset'

/** Sends raw bytes; returns everything received until the connection ended. */
export async function sendBytes(origin: string, bytes: string, then: Then, withinMs: number): Promise<string> {
  const { port, hostname } = new URL(origin)
  const socket = connect({ port: Number(port), host: hostname, allowHalfOpen: true })
  let text = ''
  socket.on('data', (chunk) => (text += chunk.toString('latin1')))
  socket.on('error', () => {})
  socket.on('end', () => socket.end())
  const closed = once(socket, 'close')
  socket.write(Buffer.from(bytes, 'latin1'), () => {
    if (then === 'end') socket.end()
    if (then === 'reset') socket.resetAndDestroy()
  })
  const over = setTimeout(() => socket.destroy(), withinMs)
  await closed
  clearTimeout(over)
  return text
}

/** The answers in the received bytes. A truncated answer, or one that is not HTTP, ends the list with a null. */
export function answersIn(text: string, isHead: boolean): (Answer | null)[] {
  const answers: (Answer | null)[] = []
  let rest = text
  while (rest !== '') {
    const end = rest.indexOf('\r\n\r\n')
    const [first = '', ...lines] = rest.slice(0, end).split('\r\n')
    const status = Number(/^HTTP\/1\.1 (\d{3}) /.exec(first)?.[1])
    if (end < 0 || Number.isNaN(status)) return [...answers, null]
    const headers = Object.fromEntries(
      lines.map((line) => [line.slice(0, line.indexOf(':')).toLowerCase(), line.slice(line.indexOf(':') + 1).trim()]),
    )
    const hasBody = !isHead && status >= 200 && status !== 304 && status !== 204
    const length = hasBody ? Number(headers['content-length'] ?? 0) : 0
    const body = rest.slice(end + 4, end + 4 + length)
    if (body.length < length) return [...answers, null]
    if (status >= 200) answers.push({ status, headers, body: Buffer.from(body, 'latin1').toString() })
    if (isHead) return answers // bytes that are not HTTP are still answered with a body
    rest = rest.slice(end + 4 + length)
  }
  return answers
}
