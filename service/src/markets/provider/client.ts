import { z } from 'zod'
import { systemClock } from '../../base/clock.ts'
import { requestOutside, maxAnswerBytes } from '../../base/http/outside.ts'
import { signedHeaders } from '../hmac.ts'

/** The provider did not answer or rejected the request. The message includes its response. */
class ProviderError extends Error {
  override name = 'ProviderError'
}

/** There was no answer. It is unknown whether the request arrived. */
export class NoAnswer extends ProviderError {
  override name = 'NoAnswer'
}

/** Long enough for a slow provider, short enough that a job does not hang when the provider is down. */
const timeoutMs = 10_000

type RequestOptions = { readonly json?: object; readonly idempotencyKey?: string }

/** HTTP client of the provider. Every response is validated against a schema. */
export type ProviderClient = {
  get<T>(schema: z.ZodType<T>, path: string): Promise<T>
  post<T>(schema: z.ZodType<T>, path: string, options?: RequestOptions): Promise<T>
  /** Null when the provider answers 404. */
  find(path: string): Promise<string | null>
}

/** Every call is signed (HMAC-SHA256). */
export function providerClient(url: string, key: string, secret: string): ProviderClient {
  async function call(method: 'GET' | 'POST', path: string, { json, idempotencyKey }: RequestOptions = {}) {
    const body = json === undefined ? '' : JSON.stringify(json)
    const at = new URL(`provider/v1/${path}`, url.endsWith('/') ? url : `${url}/`)
    try {
      const headers = signedHeaders({ key, secret }, systemClock.wall(), method, at, body, idempotencyKey)
      const maxBytes = path.startsWith('statements') ? maxAnswerBytes.bankFile : maxAnswerBytes.json
      const request = { method, headers, ...(body === '' ? {} : { body }) }
      return { path, ...(await requestOutside(at, request, { withinMs: timeoutMs, maxBytes })) }
    } catch (error) {
      throw new NoAnswer(`the provider did not answer ${path}: ${(error as Error).message}`, { cause: error })
    }
  }

  return {
    get: async (schema, path) => parseJson(schema, textOf(await call('GET', path))),
    post: async (schema, path, options) => parseJson(schema, textOf(await call('POST', path, options))),
    find: async (path) => {
      const answer = await call('GET', path)
      return answer.status === 404 ? null : textOf(answer)
    },
  }
}

export const parseJson = <T>(schema: z.ZodType<T>, text: string): T => schema.parse(JSON.parse(text))

function textOf({ path, status, text }: { path: string; status: number; text: string }): string {
  if (status === 200) return text
  throw new ProviderError(`the provider answered ${status} to ${path}: ${text.slice(0, 300)}`)
}

export const time = z.iso.datetime().transform((text) => new Date(text))
