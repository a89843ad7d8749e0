import { sign } from 'node:crypto'
import { join } from 'node:path'
import { createKeystore } from '@specie/service/keys/keystore.ts'
import type { Db } from '@specie/service/base/database/db.ts'
import { connectAsService } from '@specie/service/database.ts'
import { house } from '@specie/service/ledger/house.ts'
import { type AtEnd, benchDatabase } from '../database.ts'
import { type Client, freshNonce, onboard, read } from '../../src/client.ts'
import { startCounterparts } from '../../src/programs/counterparts.ts'
import { startDevnet } from '../../src/programs/devnet.ts'
import { testEnv } from '../../src/env.ts'
import { startService } from '../../src/programs/service.ts'
import { endow } from '../../src/trading.ts'
import { traceKey } from '../../src/trace-key.ts'
import { withConstants } from '../../src/programs/constants.ts'

// The whole of UAT with one chain, for one institution, on its own database.

export type SmallWorld = {
  origin: string
  owner: Db
  acme: Client
  /** Gives the house and an institution assets to trade. */
  endow(institutionid: string): Promise<void>
  addRail(client: Client, ask: object): Promise<{ railid: string }>
  end(): Promise<void>
}

export async function openSmallWorld(): Promise<SmallWorld> {
  const ends: (() => Promise<unknown>)[] = []
  const end = async () => {
    for (const one of ends.splice(0)) await one()
  }
  try {
    return await build((one) => ends.unshift(one), end)
  } catch (error) {
    await end()
    throw error
  }
}

async function build(atEnd: AtEnd, end: () => Promise<void>): Promise<SmallWorld> {
  const { folder, url, owner } = await benchDatabase(atEnd)
  const app = connectAsService({ url, max: 2, traceKey })
  atEnd(() => app.close())
  const devnet = await startDevnet({ DEVNET_BLOCK_MS: '50', DEVNET_CHAINS: 'ETH' })
  atEnd(() => devnet.end())
  const counterparts = await startCounterparts({ DEVNET_URL: devnet.origin })
  atEnd(() => counterparts.end())
  const keys = { KEYSTORE: join(folder, 'keystore.json'), KEYSTORE_PASSPHRASE: 'test-passphrase-of-a-bench' }
  await createKeystore(keys.KEYSTORE, keys.KEYSTORE_PASSPHRASE, { N: 2 ** 10, r: 8, p: 1 })
  const service = await startService(url, {
    ...withConstants({ mintMinimum: 0 }),
    LOG_LEVEL: 'error',
    BANK_URL: counterparts.origin,
    PROVIDER_URL: counterparts.origin,
    DEVNET_URL: devnet.origin,
    ...keys,
  })
  atEnd(() => service.stop())
  const env = testEnv({ url, owner, app, drop: async () => {} })
  return {
    origin: service.origin,
    owner,
    acme: await onboard(service.origin),
    endow: async (institutionid) => {
      await endow(env, house, { CHF: '900000', VCHF: '900000' })
      await endow(env, institutionid, { CHF: '900000' })
    },
    addRail: (client, ask) => addRail(service.origin, client, ask),
    end,
  }
}

/** The only call with a JSON body. */
async function addRail(origin: string, { publickey, privateKey }: Client, ask: object): Promise<{ railid: string }> {
  const path = '/api/v1/private/addPaymentRail'
  const nonce = freshNonce()
  const body = JSON.stringify(sorted(ask))
  const answer = await read(
    await fetch(origin + path, {
      method: 'POST',
      headers: {
        'user-agent': 'specie-bench',
        'content-type': 'application/json',
        'x-app-public-key': publickey,
        'x-app-nonce': nonce,
        'x-app-signed-data': sign('sha256', Buffer.from(path + body + nonce), privateKey).toString('base64url'),
      },
      body,
    }),
  )
  if (answer.status !== 200) throw new Error(`addPaymentRail answered ${JSON.stringify(answer.body)}`)
  return answer.body
}

/** With the names in order, for the signature. */
function sorted(value: unknown): unknown {
  if (typeof value !== 'object' || value === null || Array.isArray(value)) return value
  return Object.fromEntries(
    Object.entries(value)
      .toSorted(([a], [b]) => (a < b ? -1 : 1))
      .map(([name, inner]) => [name, sorted(inner)]),
  )
}
