import { generateKeyPairSync, type KeyObject, randomUUID, sign } from 'node:crypto'
import { Agent, request } from 'node:http'
import { setTimeout as sleep } from 'node:timers/promises'
import { type Client, freshNonce, onboard } from '../client.ts'
import type { TestDatabase } from '../database.ts'
import type { RandomOrder } from './random.ts'

// Clients that send many orders: signed like client.ts, but over kept connections, and each with the number of keys that its
// pace needs at one call a second and key.

type Key = { readonly publickey: string; readonly privateKey: KeyObject; freeAt: number }

export type Reply = { status: number; replayed: boolean; text: string }

export type Trader = {
  readonly institutionid: string
  /** Sends it with the key that has been idle longest. */
  send(origin: string, clordid: string, asked: RandomOrder): Promise<Reply>
}

const agent = new Agent({ keepAlive: true })

export async function openTrader(database: TestDatabase, origin: string, keyCount: number): Promise<Trader> {
  const client = await onboard(origin)
  const keys = await moreKeys(database, client, keyCount)
  return {
    institutionid: client.institutionid,
    send: async (to, clordid, requested) => {
      const key = keys.shift()!
      await sleep(Math.max(0, key.freeAt - performance.now()))
      const reply = await post(to, key, { clordid, ...requested })
      // From its answer on: only the database knows the moment of admission.
      key.freeAt = performance.now() + 1_000
      keys.push(key)
      return reply
    },
  }
}

/** Inserted as rows: the proof of a key at its registration has tests of its own. */
async function moreKeys({ owner }: TestDatabase, client: Client, count: number): Promise<Key[]> {
  const keys = Array.from({ length: count }, () => {
    const { publicKey, privateKey } = generateKeyPairSync('ec', { namedCurve: 'prime256v1' })
    const spki = publicKey.export({ type: 'spki', format: 'der' })
    return { id: randomUUID(), spki, publickey: spki.toString('base64'), privateKey, freeAt: 0 }
  })
  const ids = keys.map(({ id }) => id)
  await owner.tx(async (tx) => {
    await tx.query(`select state.set_actor('test', 'a client of many keys', now())`)
    await tx.query(
      `insert into access.api_key (id, institution_id, spki, label, scopes, state, created_at, updated_at)
       select id, $1, spki, 'test', '{trade}', 'registered', now(), now() from unnest($2::uuid[], $3::bytea[]) k (id, spki)`,
      [client.institutionid, ids, keys.map(({ spki }) => spki)],
    )
    await tx.query(`update access.api_key set state = 'active' where id = any ($1::uuid[])`, [ids])
    await tx.query('insert into access.key_use (key_id) select unnest($1::uuid[])', [ids])
  })
  return keys
}

const path = '/api/v1/private/addOrder'

function post(origin: string, key: Key, requested: RandomOrder & { clordid: string }): Promise<Reply> {
  const nonce = freshNonce()
  const fields: Record<string, string> = {
    ...requested,
    ordtype: 'Limit',
    timeinforce: 'FOK',
    timestamp: new Date().toISOString(),
  }
  const names = Object.keys(fields).toSorted()
  const canonical = JSON.stringify(Object.fromEntries(names.map((name) => [name, fields[name]])))
  const body = new URLSearchParams(fields).toString()
  const headers = {
    'user-agent': 'specie-test',
    'content-type': 'application/x-www-form-urlencoded',
    'content-length': body.length,
    'x-app-public-key': key.publickey,
    'x-app-nonce': nonce,
    'x-app-signed-data': sign('sha256', Buffer.from(path + canonical + nonce), key.privateKey).toString('base64url'),
  }
  return new Promise((resolve, reject) => {
    const sent = request(origin + path, { method: 'POST', agent, headers }, (response) => {
      let text = ''
      response.setEncoding('utf8')
      response.on('data', (chunk: string) => (text += chunk))
      response.on('error', reject)
      response.on('end', () =>
        resolve({ status: response.statusCode!, replayed: response.headers['x-app-replayed'] === 'true', text }),
      )
    })
    sent.on('error', reject)
    sent.end(body)
  })
}
