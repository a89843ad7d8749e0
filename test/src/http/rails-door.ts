import { serve, type Service } from '@specie/service/app.ts'
import type { Chain } from '@specie/service/base/ports/chain.ts'
import { systemClock } from '@specie/service/base/clock.ts'
import { readConfig } from '@specie/service/base/config.ts'
import { settlementClock } from '@specie/service/base/settlement-clock.ts'
import { setUpUat } from '@specie/service/sandbox/demo/set-up.ts'
import { afterAll, beforeAll, expect } from 'vitest'
import { type Answer, type Client, freshNonce, onboard, sandbox } from '../client.ts'
import { freshDatabase, type TestDatabase } from '../database.ts'
import { testEnv } from '../env.ts'

// The endpoints of payment rails, on a chain that is never called, and requests of clients.

export let database: TestDatabase
export let service: Service
export let origin: string
export let acme: Client

export function useRailsDoor(): void {
  beforeAll(async () => {
    database = await freshDatabase()
    await database.owner.query(
      `insert into chains.contract (chain, asset, address, created_at)
       values ('ETH', 'VCHF', '0xc0', now()), ('ETH', 'VGBP', '0xc1', now())`,
    )
    const clock = await settlementClock(systemClock, database.app, 60)
    const config = { ...readConfig({ PORT: '0', PUBLIC_PER_SECOND: '100000' }), failuresPerSecond: 100_000 }
    const env = testEnv(database, { clock, config, chains: new Map([['ETH', {} as Chain]]) })
    await setUpUat(env)
    service = await serve(env, { clock, settle: async () => true })
    origin = new URL(service.base).origin
    acme = await onboard(origin)
    await whitelist(acme)
  })
  afterAll(async () => {
    await service.stop()
    await database.drop()
  })
}

export const whitelist = async ({ institutionid }: Client) => {
  const address = '0x52908400098527886E0F7030069857D2E4169EE7'
  const answer = await sandbox(origin, 'addresses', { institutionid, blockchain: 'ETH', address, label: 'main' })
  expect(answer.status, JSON.stringify(answer.body)).toBe(200)
}

/** RFC 8785 in a client: it shares no code with the service. */
function canonical(value: unknown): string {
  if (Array.isArray(value)) return `[${value.map(canonical).join(',')}]`
  if (value === null || typeof value !== 'object') return JSON.stringify(value)
  const members = Object.entries(value).toSorted(([a], [b]) => (a < b ? -1 : 1))
  return `{${members.map(([key, member]) => `${JSON.stringify(key)}:${canonical(member)}`).join(',')}}`
}

/** Sends text that is equivalent to `meant`: its canonical form is signed. */
export async function send(
  text: string,
  meant: unknown,
  client = acme,
  contentType = 'application/json',
): Promise<Answer> {
  await database.owner.query(`update access.key_use set next_at = '-infinity'`)
  const nonce = freshNonce()
  const signed = `/api/v1/private/addPaymentRail${canonical(meant)}${nonce}`
  return client.call('addPaymentRail', {}, { nonce, signed, body: text, contentType })
}
export const add = (rail: unknown, client = acme) => send(JSON.stringify(rail), rail, client)

export async function list(name: string, fields: Record<string, string> = {}, client = acme): Promise<Answer> {
  await database.owner.query(`update access.key_use set next_at = '-infinity'`)
  return client.call(name, fields)
}

export const count = async () =>
  (await database.owner.query<{ n: bigint }>('select count(*) as n from rails.rail'))[0]!.n

const party = (name = 'Acme Treasury AG', country = 'CH') => ({
  partyname: { name },
  address: { country },
  partytype: 'company',
})
export const onRamp = {
  railtype: 'FiatToStablecoin',
  sender: party(),
  recipient: party(),
  wallet: { destination: 'main', memo: '7' },
  instructions: { asset: 'VCHF', currency: 'CHF', blockchain: 'ETH' },
}
export const offRamp = {
  railtype: 'StablecoinToFiat',
  sender: party(),
  bankaccount: { destination: 'CH9300762011623852957' },
  instructions: { asset: 'VGBP', currency: 'GBP', blockchain: 'ETH' },
}

/** The same with one member replaced, by its path; without a value it is omitted. */
export function changed(rail: object, path: string, value?: unknown): object {
  const copy = structuredClone(rail) as Record<string, any>
  const keys = path.split('.')
  const last = keys.pop()!
  const parent = keys.reduce((at, key) => at[key], copy)
  if (value === undefined) delete parent[last]
  else parent[last] = value
  return copy
}

/** A 400 that names the field. */
export async function refused(asking: Promise<Answer>, field: string | undefined): Promise<Answer> {
  const answer = await asking
  expect([answer.status, answer.body.code, answer.body.details?.field], JSON.stringify(answer.body)).toEqual([
    400,
    'bad_request',
    field,
  ])
  return answer
}
