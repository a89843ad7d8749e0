import { type SandboxCall, sandboxPath } from '@specie/protocol/sandbox/call.ts'
import type { z } from 'zod'
import { readBody } from '../../api/body.ts'
import { fields } from '../../api/fields.ts'
import type { App, Reply, Request } from '../../base/http/shell.ts'

/** The parts of a path by their names: `id` of `/rails/{id}/close`. */
export type Parts = Readonly<Record<string, string>>

type Handler<C extends SandboxCall> = (
  given: z.output<C['request']>,
  parts: Parts,
  request: Request,
  reply: Reply,
) => Promise<z.input<C['response']>>

/** The route of a call of the sandbox: its method, path and fields are those of its definition. */
export function mount<C extends SandboxCall>(app: App, call: C, handle: Handler<C>): void {
  app.route({
    method: call.method,
    url: routeOf(call),
    ...(call.maxBytes !== undefined && { bodyLimit: call.maxBytes }),
    handler: async (request, reply) => handle(given(call, request), partsOf(request), request, reply),
  })
}

export const routeOf = ({ path }: Pick<SandboxCall, 'path'>): string =>
  sandboxPath + path.replaceAll(/\{(\w+)\}/g, ':$1')

/** Our ids mean the same in capital letters. */
function partsOf({ params }: Request): Parts {
  const parts = params as Parts
  return parts['id'] === undefined ? parts : { ...parts, id: parts['id'].toLowerCase() }
}

function given<C extends SandboxCall>(
  { method, request }: C,
  { body, query, headers }: Request,
): z.output<C['request']> {
  const isEmpty = !Buffer.isBuffer(body) || body.length === 0
  const sent = () => (isEmpty ? {} : readBody(body, headers['content-type'], 'json').value)
  return fields(request, method === 'GET' ? { ...(query as object) } : sent()) as z.output<C['request']>
}
