import { ruleDefinition } from '@specie/protocol/rules.ts'
import type { StaffRole } from '@specie/protocol/people/roles.ts'
import { writeVersion } from '@specie/service/compliance/rule/change.ts'
import { pullSwitch } from '@specie/service/compliance/switch/row.ts'
import type { Browser } from 'playwright-core'
import { afterAll, beforeAll, test } from 'vitest'
import { accepted, browser as agent, servePeople, type Served } from '../src/people/served.ts'
import { openChromium } from './chromium.ts'
import { everyPage } from './every-page.ts'

// What a compliance officer and operations look at each day: rules, switches, reports, allow lists.

let chromium: Browser
let served: Served
const sessions = new Map<StaffRole, string>()

beforeAll(async () => {
  chromium = await openChromium()
  served = await servePeople()
  const { env } = served
  const by = { actor: 'ann', why: 'payments to new addresses rise', at: env.clock.now() }
  const looks_for = { kind: 'velocity', hours: 24, count: 5, over: '500000' } as const
  const definition = ruleDefinition.parse({ looks_for, scope: { kinds: ['withdrawal'] }, effect: 'aml_review' })
  await env.db.tx((tx) => writeVersion(env, tx, { name: 'Many withdrawals', definition }, by))
  await env.db.tx((tx) => pullSwitch(tx, 'withdraw:VCHF:ETH', { ...by, why: 'the chain is under attack' }))
  const people = [
    ['compliance', 'Nora Keller'],
    ['operations', 'Tim Brandt'],
  ] as const
  for (const [role, name] of people) {
    const at = agent(served.origin, 'staff')
    await accepted(served, at, null, [role], name)
    sessions.set(role, at.token()!)
  }
})
afterAll(async () => {
  await chromium?.close()
  await served?.end()
})

const pages: readonly [name: string, role: StaffRole, path: string, ready: string][] = [
  ['rules', 'compliance', '/console/rules', 'Many withdrawals'],
  ['switches', 'compliance', '/console/switches', 'the chain is under attack'],
  ['holders', 'compliance', '/console/reports', 'Reports'],
  ['reserve-report', 'compliance', '/console/reports/reserve', 'Reports'],
  ['mica-report', 'compliance', '/console/reports/mica', 'Reports'],
  ['suspicion-report', 'compliance', '/console/reports/suspicion', 'A draft for the officer.'],
  ['outsourcing-report', 'compliance', '/console/reports/outsourcing', 'Reports'],
  ['allow-lists', 'operations', '/console/chains', 'Allow lists'],
]

test.each(pages)('%s as %s', (name, role, path, ready) =>
  everyPage(chromium, served.origin, { name: `console-${name}`, path, session: sessions.get(role)!, ready }),
)
