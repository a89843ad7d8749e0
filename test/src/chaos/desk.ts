import type { StaffRole } from '@specie/protocol/people/roles.ts'
import type { Answer } from '../client.ts'
import { staff } from '../people.ts'
import { as } from '../people/portal.ts'
import { patiently, type World } from './world.ts'

// Staff at the console. They have just signed in: a factor is fresh for five minutes only.

export type Call = (method: 'GET' | 'POST', path: string, body?: object) => Promise<Answer>

export async function deskOf({ uat, env }: Pick<World, 'uat' | 'env'>, role: StaffRole): Promise<Call> {
  const session = await staff(env, role)
  return (method, path, body) => patiently(() => as(session, uat.service.origin)(method, path, body))
}

/** Throws on a refusal: the acts of staff here must all succeed. */
export async function done(what: string, answer: Promise<Answer>): Promise<any> {
  const { status, body } = await answer
  if (status !== 200) throw new Error(`${what}: ${status} ${JSON.stringify(body)}`)
  return body
}

/** One person proposes, another reads the exact act, and approves it. Returns the text that they read. */
export async function agreed(
  world: Pick<World, 'uat' | 'env'>,
  path: string,
  fields: object,
  [asks, decides]: readonly [StaffRole, StaffRole] = ['compliance', 'mlro'],
): Promise<any> {
  const [maker, checker] = [await deskOf(world, asks), await deskOf(world, decides)]
  const request = await done(path, maker('POST', path, { ...fields, reason: 'drawn by chance' }))
  const id = request.approval_id ?? request.id
  const shown = await done('the request', checker('GET', `/approvals/${id}`))
  const decision = { decision: 'approve', payload_hash: shown.payload_hash }
  await done(`approval of ${shown.title}`, checker('POST', `/approvals/${id}/decide`, decision))
  return JSON.parse(shown.payload)
}

/** All rows of a list of the console, page by page. */
export async function listed(call: Call, path: string): Promise<any[]> {
  const rows: any[] = []
  for (let cursor: string | null = null; ;) {
    const join = path.includes('?') ? '&' : '?'
    const page: any = await done(path, call('GET', cursor === null ? path : `${path}${join}cursor=${cursor}`))
    rows.push(...page.items)
    cursor = page.next_cursor
    if (!cursor) return rows
  }
}
