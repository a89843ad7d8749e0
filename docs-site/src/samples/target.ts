import { basePath } from '@specie/protocol/endpoints/endpoint.ts'
import { endpoints } from '@specie/protocol/endpoints/endpoints.ts'
import { sandboxCallOf } from '@specie/protocol/sandbox/calls.ts'
import { sandboxPath } from '@specie/protocol/sandbox/call.ts'
import type { Example } from '../examples/examples.ts'

/** How the small clients of /docs/start name a request: their function, and its part of the path. */
export type Target =
  | { readonly by: 'call' | 'callJson'; readonly name: string }
  | { readonly by: 'get' | 'sandbox'; readonly name: string }

export function targetOf({ request: { method, path, body } }: Example): Target {
  if (path.startsWith(`${basePath}/private/`)) {
    return { by: body === 'json' ? 'callJson' : 'call', name: path.slice(`${basePath}/private/`.length) }
  }
  if (method === 'GET') return { by: 'get', name: path }
  return { by: 'sandbox', name: path.slice(`${sandboxPath}/`.length) }
}

/** The method of the SDK, named like the call; sandbox calls are separate. Null: no call matches the request. */
export function methodOf({ request: { path, method } }: Example): string | null {
  const bare = path.split('?')[0]!
  const endpoint = endpoints.find((one) => one.method === method && `${basePath}${one.path}` === bare)
  if (endpoint !== undefined) return endpoint.name
  const call = sandboxCallOf(method, bare)
  return call === null ? null : `sandbox.${call.name}`
}
