import { ed25519 } from '@noble/curves/ed25519.js'
import type { Env } from '@specie/service/base/env.ts'
import { travelAddressOf } from '@specie/travel-rule/trp/travel-address.ts'
import type { Session } from '@specie/service/people/session/session.ts'
import { getBase58Decoder } from '@solana/kit'
import { afterAll, beforeAll, beforeEach, expect } from 'vitest'
import { type Client, onboard } from '../client.ts'
import { member } from '../people.ts'
import { type AddressDesk, callAs, startAddressDesk } from './address-desk.ts'

// An administrator of an institution, who lists their own wallet on Solana.

export let desk: AddressDesk
export let env: Env
/** New for each test. */
export let acme: Client
export let admin: Session

export function useAddressDesk(): void {
  beforeAll(async () => {
    desk = await startAddressDesk()
    env = desk.env
  })
  beforeEach(async () => {
    desk.later = 0
    desk.payee = { result: 'match', name: null }
    acme = await onboard(desk.origin)
    admin = await member(env, acme.institutionid, 'admin')
  })
  afterAll(() => desk.stop())
}

export const call = (by: Session, path: string, body?: object) => callAs(desk.origin, by, path, body)
export async function done(by: Session, path: string, body?: object): Promise<any> {
  const answer = await call(by, path, body)
  expect(answer.status, JSON.stringify(answer.body)).toBe(200)
  return answer.body
}
export const refusal = async (by: Session, path: string, body?: object) => {
  const { status, body: answer } = await call(by, path, body)
  return [status, answer.code, answer.details?.rule ?? answer.details?.reason].filter((part) => part !== undefined)
}

export const secret = ed25519.utils.randomSecretKey()
export const base58 = (bytes: Uint8Array) => getBase58Decoder().decode(bytes)
export const solana = base58(ed25519.getPublicKey(secret))
export const sign = (text: string, by = secret) => base58(ed25519.sign(Buffer.from(text), by))
export const ownWallet = { blockchain: 'SOL', address: solana, label: 'vault' }
export const travelAddress = travelAddressOf('vasp.example/x/1?t=i')

export async function add(over: object = {}): Promise<string> {
  return (await done(admin, '/addresses', { ...ownWallet, ...over })).addressid
}
export const view = (id: string, by = admin) => done(by, `/addresses/${id}`)
