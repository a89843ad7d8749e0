import { TrpRefusal } from './refusal.ts'
import { answerVersion, type Version, versions } from './version.ts'

export type Headers = { readonly [name: string]: string | readonly string[] | undefined }

export type Exchange = {
  readonly version: Version
  /** Of the request, echoed in its answer. A repeated request has the same. */
  readonly requestId: string
}

export const answerHeaders = ({ version, requestId }: Exchange): Record<string, string> => ({
  'api-version': version,
  'request-identifier': requestId,
})

export const requestHeaders = (exchange: Exchange): Record<string, string> => ({
  ...answerHeaders(exchange),
  'content-type': 'application/json; charset=utf-8',
  accept: 'application/json',
})

/** The value of a header, in any case; null when it is absent. */
export function headerOf(headers: Headers, name: string): string | null {
  const key = Object.keys(headers).find((given) => given.toLowerCase() === name && headers[given] !== undefined)
  const value = key === undefined ? undefined : headers[key]
  const text = typeof value === 'object' ? value.join(', ') : value
  return text === undefined || text.trim() === '' ? null : text.trim()
}

/** The exchange of a request that we receive. We support no extensions, and a sender may rely on those that it names. */
export function readRequestHeaders(headers: Headers): Exchange {
  const asked = headerOf(headers, 'api-version')
  const version = asked === null ? null : answerVersion(asked)
  if (version === null) throw new TrpRefusal(400, `Send api-version, one of ${versions.join(', ')}.`)
  const requestId = headerOf(headers, 'request-identifier')
  if (requestId === null || !/^[\w.:-]{1,100}$/.test(requestId))
    throw new TrpRefusal(400, 'Send request-identifier, such as a UUID.')
  const type = headerOf(headers, 'content-type')
  if (type !== null && !isJson(type)) throw new TrpRefusal(415, 'Send application/json.')
  const extensions = headerOf(headers, 'api-extensions')
  if (extensions !== null) throw new TrpRefusal(501, `We do not support the extension ${extensions.slice(0, 100)}.`)
  return { version, requestId }
}

export const isJson = (type: string): boolean => type.split(';', 1)[0]!.trim().toLowerCase() === 'application/json'
