import { afterAll, beforeAll, expect, test } from 'vitest'
import { type Client, get, onboard, sandbox } from '../client.ts'
import { freshDatabase, type TestDatabase } from '../database.ts'
import { type RunningService, startService } from '../service.ts'

// An installation without chains: what it says of itself and of what it cannot do.

let database: TestDatabase
let service: RunningService
let acme: Client

beforeAll(async () => {
  database = await freshDatabase()
  service = await startService(database.url)
  acme = await onboard(service.origin)
})
afterAll(async () => {
  await service.stop()
  await database.drop()
})

async function call(client: Client, name: string, fields: Record<string, string> = {}) {
  await database.owner.query(`update institutions.key_use set next_at = '-infinity'`)
  return client.call(name, fields)
}

const mint = { asset: 'VCHF', blockchain: 'ETH', quantity: '250000' }

test('a mint without the agreement, without KYB, of something else, on a chain that is not there', async () => {
  const unsigned = await onboard(service.origin, { agreements: ['crypto_conversion'] })
  expect((await call(unsigned, 'mintTokens', mint)).body).toMatchObject({ status: 403, code: 'agreement_missing' })
  const unknown = await onboard(service.origin, { kyb: 'in_review' })
  expect((await call(unknown, 'mintTokens', mint)).body).toMatchObject({ status: 403, code: 'kyb_required' })
  expect((await call(acme, 'mintTokens', { ...mint, asset: 'USDC' })).body.code).toBe('unknown_asset')
  expect((await call(acme, 'mintTokens', { ...mint, blockchain: 'CELO' })).body.code).toBe('unknown_blockchain')
  const offline = await call(acme, 'mintTokens', mint)
  expect(offline.body).toMatchObject({ status: 503, code: 'service_unavailable' })
  expect(offline.headers.get('retry-after')).not.toBeNull()
  expect((await call(acme, 'redeemTokens', mint)).body.code).toBe('service_unavailable')
  expect((await call(acme, 'querySupplyChanges', { asset: 'VCHF' })).body).toMatchObject({
    result: 'ok',
    supplychanges: [],
    next_cursor: null,
  })
})

test('reserves and status are public, and true', async () => {
  const reserves = await get(`${service.origin}/api/v1/client/reserves`)
  expect(reserves.body.assets.map((one: { asset: string }) => one.asset)).toEqual(['VCHF', 'VGBP'])
  expect(reserves.body.assets[0]).toMatchObject({ circulating: '0', coverage: null, liabilities_root: null })
  const minting = async () =>
    (await get(`${service.origin}/api/v1/client/status`)).body.services.find(
      (one: { service: string }) => one.service === 'minting',
    )
  expect(await minting()).toMatchObject({ status: 'offline', notice: null })
  await database.owner.query(`insert into chains.halt (what, reason, actor, at) values ('mint:VGBP', 'x', 'y', now())`)
  expect(await minting()).toMatchObject({ status: 'halted', notice: expect.stringContaining('VGBP') })
})

test('a coin is shown with the contract that it was deployed at', async () => {
  await database.owner.query(
    `insert into chains.contract (chain, asset, address, created_at) values ('ETH', 'VCHF', '0xc0', now())`,
  )
  const { body } = await get(`${service.origin}/api/v1/client/assets`)
  const vchf = body.assets.find((one: { symbol: string }) => one.symbol === 'VCHF')
  expect(vchf.blockchains[0]).toMatchObject({ blockchain: 'ETH', contract: '0xc0' })
  expect(vchf.blockchains[1]).toMatchObject({ blockchain: 'BASE', contract: null })
})

test('holds are placed and decided on, by two', async () => {
  const place = (body: object) => sandbox(service.origin, 'holds', body)
  const asked = { institutionid: acme.institutionid, on: 'next mint', reason: 'aml_review' }
  const { body } = await place(asked)
  const path = `holds/${body.holdid}`
  expect((await sandbox(service.origin, `${path}/release`, {})).body).toEqual({
    holdid: body.holdid,
    status: 'released',
  })
  expect((await sandbox(service.origin, `${path}/reject`, {})).body.details).toMatchObject({ rule: 'decided' })
  expect((await sandbox(service.origin, 'holds/nonsense/release', {})).status).toBe(400)
  expect((await place({ ...asked, on: 'next year' })).status).toBe(400)
  expect((await place({ ...asked, reason: 'whim' })).status).toBe(400)
  expect((await place({ ...asked, on: body.holdid })).status).toBe(400) // a hold is nothing that can be held
})
