import { requestOutside, maxAnswerBytes } from '../http/outside.ts'

const limits = { withinMs: 5_000, maxBytes: maxAnswerBytes.json }

/** One POST with one line of JSON per head; any 2xx confirms that they are stored. */
export async function toHttp(url: string, token: string | null, lines: readonly string[]): Promise<void> {
  const headers = {
    'content-type': 'application/x-ndjson',
    'user-agent': 'specie',
    ...(token === null ? {} : { authorization: `Bearer ${token}` }),
  }
  const { status } = await requestOutside(url, { method: 'POST', headers, body: `${lines.join('\n')}\n` }, limits)
  if (status < 200 || status > 299) throw new Error(`it answered ${status}`)
}
