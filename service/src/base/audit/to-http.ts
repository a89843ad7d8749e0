import { requestOutside, maxAnswerBytes } from '../http/outside.ts'
import { ForkedChain } from './forked-chain.ts'

const limits = { withinMs: 5_000, maxBytes: maxAnswerBytes.json }

const headersOf = (token: string | null): Record<string, string> => ({
  'user-agent': 'specie',
  ...(token === null ? {} : { authorization: `Bearer ${token}` }),
})

/** Statuses by which a collector offers no read at all. Other failures may be temporary and are retried. */
const withoutRead = [404, 405, 501]

/** A collector answers GET with its newest heads, one per line; none where it offers no read. */
export async function headsByHttp(url: string, token: string | null): Promise<string[]> {
  const { status, text } = await requestOutside(url, { method: 'GET', headers: headersOf(token) }, limits)
  if (withoutRead.includes(status)) return []
  if (status < 200 || status > 299) throw new Error(`it answered ${status} to the request for its heads`)
  return text.split('\n').slice(-maxCompared)
}

/** The number of heads that are compared. */
const maxCompared = 200

/**
 * One POST with one line of JSON per head; any 2xx confirms that they are stored, 409 that other heads are in their
 * place.
 */
export async function toHttp(url: string, token: string | null, lines: readonly string[]): Promise<void> {
  const headers = { ...headersOf(token), 'content-type': 'application/x-ndjson' }
  const { status } = await requestOutside(url, { method: 'POST', headers, body: `${lines.join('\n')}\n` }, limits)
  if (status === 409) throw new ForkedChain('it answered 409; it holds other heads at these positions')
  if (status < 200 || status > 299) throw new Error(`it answered ${status}`)
}
