import { once } from 'node:events'
import { type IncomingMessage, request } from 'node:http'
import { type ActName, acts } from '@specie/protocol/people/acts.ts'
import { consolePath, needsFresh, type PeopleCall, portalPath, prefixesOf } from '@specie/protocol/web-api/call.ts'
import { peopleCalls } from '@specie/protocol/people-calls.ts'
import { me } from '@specie/protocol/web-api/session.ts'
import { type Role, rolesOf, sides } from '@specie/protocol/people/roles.ts'
import { httpShell } from '@specie/service/base/http/shell.ts'
import { peopleRoutes } from '@specie/service/web-api/routes.ts'
import { allow } from '@specie/service/people/gate.ts'
import type { Session } from '@specie/service/people/session/session.ts'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { get } from '../client.ts'
import { member, staff } from '../people.ts'
import { newInstitution } from '../institution.ts'
import { browser, type Served, servePeople } from './served.ts'

// Every role × every act at the gate, and every role × every call over HTTP. Nothing is omitted: both are made from the tables.

let served: Served
let acme: string
const sessions = new Map<string, Session>()
beforeAll(async () => {
  served = await servePeople()
  acme = await newInstitution(served.env.db, { name: 'Acme Treasury AG' })
  for (const side of sides) {
    for (const role of rolesOf[side]) {
      const session = await (side === 'staff'
        ? staff(served.env, role as never)
        : member(served.env, acme, role as never))
      sessions.set(`${side} ${role}`, session)
    }
  }
})
afterAll(() => served.end())

const everyone = sides.flatMap((side) => rolesOf[side].map((role) => ({ side, role })))

test.each(everyone)('$side $role may do exactly the acts of the role', ({ side, role }) => {
  const session = sessions.get(`${side} ${role}`)!
  for (const name of Object.keys(acts) as ActName[]) {
    const act = acts[name]
    const isAllowed = act.side === side && (act.roles as readonly Role[]).includes(role)
    const attempt = () => allow(served.env, session, { act: name })
    if (isAllowed) expect(attempt, name).not.toThrow()
    else expect(attempt, name).toThrow(expect.objectContaining({ code: 'role_missing' }))
  }
})

/** An unknown id. */
const nobody = '00000000-0000-7000-8000-000000000000'
const pathOf = ({ path }: PeopleCall): string => path.slice(1).replaceAll(/\{\w+\}/g, nobody)

async function codeOf(call: PeopleCall, prefix: string, token: string | null): Promise<string> {
  const at = browser(served.origin, prefix === consolePath ? 'staff' : 'institution')
  if (token !== null) at.setToken(token)
  // An unknown field: a caller who passes the gate gets this error, and nothing is done.
  const { status, body } =
    call.method === 'GET' ? await at.get(`${pathOf(call)}?nonsense=1`) : await at.post(pathOf(call), { nonsense: 1 })
  return status === 400 ? 'passed' : body.code
}

const mounted = peopleCalls.flatMap((call) => prefixesOf(call).map((prefix) => ({ call, prefix, name: call.name })))

test.each(mounted)('$prefix $name: every role, no session, and the other side', async ({ call, prefix }) => {
  const own = prefix === portalPath ? 'institution' : 'staff'
  if (call.act === 'anyone') return expect(await codeOf(call, prefix, null)).toBe('passed')
  expect(await codeOf(call, prefix, null)).toBe('not_signed_in')
  for (const { side, role } of everyone) {
    const { token, id } = sessions.get(`${side} ${role}`)!
    const isAllowed = call.act === 'self' || (acts[call.act].roles as readonly Role[]).includes(role)
    const expected = side !== own ? 'not_signed_in' : isAllowed ? 'passed' : 'role_missing'
    expect([side, role, await codeOf(call, prefix, token)]).toEqual([side, role, expected])
    if (expected !== 'passed') continue
    await served.database.owner.query(
      `update people.session set factor_at = now() - interval '6 minutes' where id = $1`,
      [id],
    )
    expect([role, await codeOf(call, prefix, token)]).toEqual([
      role,
      needsFresh(call) ? 'fresh_factor_required' : 'passed',
    ])
    await served.database.owner.query('update people.session set factor_at = now() where id = $1', [id])
  }
})

test('a call that is not in the table is not served', () => {
  const secret = { ...me, name: 'secret', path: '/secret' } as const
  expect(() => peopleRoutes(httpShell(served.env), served.env).mount(secret, async () => ({}) as never)).toThrow(
    'secret is missing in peopleCalls',
  )
})

test('a caller without the role is refused before their file is read', async () => {
  for (const call of peopleCalls.filter(({ upload }) => upload !== undefined)) {
    const [prefix] = prefixesOf(call)
    const sent = request(served.origin + prefix + call.path, {
      method: 'POST',
      headers: {
        'user-agent': 'test',
        'content-length': call.upload!.maxBytes,
        authorization: `Bearer ${'x'.repeat(43)}`,
      },
    })
    sent.flushHeaders()
    const [answer] = (await once(sent, 'response')) as [IncomingMessage]
    expect([call.name, answer.statusCode]).toEqual([call.name, 401])
    sent.destroy()
  }
})

test('every call is in the OpenAPI document', async () => {
  const response = await fetch(`${served.origin}${portalPath}/openapi.json`, { headers: { 'user-agent': 'test' } })
  const { paths } = (await response.json()) as { paths: Record<string, Record<string, { operationId: string }>> }
  const described = Object.entries(paths).flatMap(([path, item]) =>
    Object.keys(item).map((method) => `${method} ${path}`),
  )
  const listed = mounted.map(({ call, prefix }) => `${call.method.toLowerCase()} ${prefix}${call.path}`)
  expect(described.toSorted()).toEqual(listed.toSorted())
  const ids = Object.values(paths).flatMap((item) => Object.values(item).map(({ operationId }) => operationId))
  expect(new Set(ids).size).toBe(ids.length)
  expect((await get(`${served.origin}${portalPath}/nothing`)).status).toBe(404)
})
