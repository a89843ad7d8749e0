import { z } from 'zod'
import { systemClock } from '../../base/clock.ts'
import { requestOutside, maxAnswerBytes } from '../../base/http/outside.ts'
import { signedHeaders } from '../hmac.ts'

/** The provider did not answer, or did not take what was sent; its words are in the message. */
class ProviderError extends Error {
  override name = 'ProviderError'
}

/** Long enough for a slow provider, short enough that a job does not hang on a dead one. */
const patienceMs = 10_000

type Given = { readonly json?: object; readonly idempotencyKey?: string }

/** How the provider is spoken with. What it answers must be of the shape that is expected. */
export type ProviderLine = {
  get<T>(schema: z.ZodType<T>, path: string): Promise<T>
  post<T>(schema: z.ZodType<T>, path: string, given?: Given): Promise<T>
  /** Null: the provider says that it has no such thing. */
  find(path: string): Promise<string | null>
}

/** Every call is signed (HMAC-SHA256). */
export function providerLine(url: string, key: string, secret: string): ProviderLine {
  async function call(method: 'GET' | 'POST', path: string, { json, idempotencyKey }: Given = {}) {
    const body = json === undefined ? '' : JSON.stringify(json)
    const at = new URL(`provider/v1/${path}`, url.endsWith('/') ? url : `${url}/`)
    try {
      const headers = signedHeaders({ key, secret }, systemClock.wall(), method, at, body, idempotencyKey)
      const most = path.startsWith('statements') ? maxAnswerBytes.bankFile : maxAnswerBytes.json
      const asked = { method, headers, ...(body === '' ? {} : { body }) }
      return { path, ...(await requestOutside(at, asked, { withinMs: patienceMs, maxBytes: most })) }
    } catch (error) {
      throw new ProviderError(`the provider did not answer ${path}: ${(error as Error).message}`, { cause: error })
    }
  }

  return {
    get: async (schema, path) => read(schema, taken(await call('GET', path))),
    post: async (schema, path, given) => read(schema, taken(await call('POST', path, given))),
    find: async (path) => {
      const answer = await call('GET', path)
      return answer.status === 404 ? null : taken(answer)
    },
  }
}

export const read = <T>(schema: z.ZodType<T>, text: string): T => schema.parse(JSON.parse(text))

function taken({ path, status, text }: { path: string; status: number; text: string }): string {
  if (status === 200) return text
  throw new ProviderError(`the provider answered ${status} to ${path}: ${text.slice(0, 300)}`)
}

export const time = z.iso.datetime().transform((text) => new Date(text))
