import { acts } from '@specie/protocol/people/acts.ts'
import { type PeopleCall, prefixesOf } from '@specie/protocol/web-api/call.ts'
import { peopleCalls } from '@specie/protocol/people-calls.ts'
import type { Session } from '@specie/service/people/session/session.ts'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { type Random, countOf, drawnSeed, oneOf, seeded } from '../seeded-random.ts'
import { type Fields, twisted, valid } from '../fuzz/shapes.ts'
import { hostileText } from '../fuzz/values.ts'
import { member, staff } from '../people.ts'
import { as, carrying } from './portal.ts'
import { type Served, servePeople } from './served.ts'

// Every call of portal and console with invalid input, by a person who may make it: never an error of ours.

const seed = drawnSeed()
const rounds = countOf('ROUNDS', 2, 2)

let served: Served
let acme: string
beforeAll(async () => {
  served = await servePeople()
  const officer = as(await staff(served.env, 'compliance'), served.origin)
  const admin = { admin_email: 'first@acme.example', admin_name: 'Erika Beispiel' }
  const { body } = await officer('POST', '/institutions', { name: 'Acme AG', channel: 'remote', ...admin })
  acme = body.institutionid
})
afterAll(() => served.end())

/** Answered ids and similar values, by the name of their field, so that calls refer to existing rows. */
const seen = new Map<string, unknown[]>()
function learn(value: unknown, name: string): void {
  if (Array.isArray(value)) for (const one of value) learn(one, name)
  else if (value !== null && typeof value === 'object') for (const [key, one] of Object.entries(value)) learn(one, key)
  else if (typeof value === 'string') {
    const names = name.endsWith('id') ? [name, 'id'] : [name]
    for (const one of names) seen.set(one, [...(seen.get(one) ?? []).slice(-30), value])
  }
}

const plain: Record<string, readonly unknown[]> = {
  email: ['jane@acme.example'],
  admin_email: ['john@acme.example'],
  code: ['123456'],
  token: ['a'.repeat(43)],
  payload_hash: ['1'.repeat(64)],
  text_sha256: ['2'.repeat(64)],
  sha256: ['3'.repeat(64)],
  expires_on: ['2099-01-01'],
  country: ['CH'],
  from: ['1'],
}
const known = (name: string): readonly unknown[] => [...(plain[name] ?? []), ...(seen.get(name) ?? [])]

/** Nearly valid fields; without a known value, random ones. */
function inputFor({ request, method }: PeopleCall, chance: Random): Fields {
  const base = (() => {
    try {
      return valid(request, '', known, chance) as Fields
    } catch {
      return Object.fromEntries(Object.keys(request.shape).map((name) => [name, known(name)[0] ?? hostileText(chance)]))
    }
  })()
  return chance(4) === 0 ? base : twisted(request, base, known, chance, method === 'GET')
}

/** The parts that this process does not have: keys, chains, a provider. */
const absent =
  /has no key to sign|offline|[A-Z]{3,4} cannot be reached at this moment|No conversion provider|no reference rate/

const textOf = (value: unknown): string => (typeof value === 'string' ? value : (JSON.stringify(value) ?? ''))

async function whoMay(call: PeopleCall, side: 'staff' | 'institution'): Promise<Session> {
  const role = call.act in acts ? acts[call.act as keyof typeof acts].roles[0] : 'admin'
  return side === 'staff' ? staff(served.env, role as never) : member(served.env, acme, role as never)
}

test.each(Array.from({ length: rounds }, (_, n) => seed + n))('seed %i', async (one) => {
  const chance = seeded(one)
  // Rows of an earlier seed would change the requests of this one.
  seen.clear()
  const failures: string[] = []
  let done = 0
  // The second time with the values of the first.
  for (const call of [...peopleCalls, ...peopleCalls]) {
    for (const prefix of prefixesOf(call)) {
      const who = await whoMay(call, prefix.startsWith('/portal') ? 'institution' : 'staff')
      const input = inputFor(call, chance)
      const path = call.path.replaceAll(/\{(\w+)\}/g, (_, name: string) => {
        const value = textOf(input[name]).slice(0, 100)
        delete input[name]
        return encodeURIComponent(value.toWellFormed() || 'x')
      })
      const isQuery = call.method === 'GET' || call.upload !== undefined
      const query = new URLSearchParams(
        Object.fromEntries(Object.entries(input).map(([name, value]) => [name, textOf(value)])),
      ).toString()
      const body = call.upload ? oneOf(chance, ['%PDF-1.4\n%%EOF', '', 'x']) : JSON.stringify(input)
      const response = await fetch(`${served.origin}${prefix}${path}${isQuery ? `?${query}` : ''}`, {
        method: call.method,
        headers: { 'user-agent': 'test', ...carrying(who, served.origin), 'content-type': 'application/json' },
        ...(call.method === 'POST' && { body }),
      })
      const text = await response.text()
      const isMissing = response.status === 503 && absent.test(text)
      if (response.status >= 500 && !isMissing) failures.push(`${call.name} ${path} ${textOf(input)}: ${text}`)
      if (response.ok) done += 1
      if (response.ok && !call.download) learn(JSON.parse(text), '')
    }
  }
  expect(failures).toEqual([])
  // It gets past the gate.
  expect(done).toBeGreaterThan(10)
})
