import { generateKeyPairSync, randomUUID, sign } from 'node:crypto'
import { serializeByKey, type Queues } from '@specie/service/base/concurrency/serialize-by-key.ts'
import { oneOf } from '../seeded-random.ts'
import { type Answer, canonical, type Client, clientOf, freshNonce } from '../client.ts'
import { member } from '../people.ts'
import { as } from '../people/portal.ts'
import { deskOf, done } from './desk.ts'
import type { Credential, WriteName } from './credential.ts'
import { count, type Institution, isStopped, note, patiently, rested, type World } from './world.ts'

// Access next to the first key: more keys, and signed-in people. Each may be ended while in use; its holder does not know and
// continues calling.

const writes = {
  mintTokens: '/account/mints',
  redeemTokens: '/account/redemptions',
  convert: '/account/conversions',
} as const satisfies Record<WriteName, string>

export async function openDoors(world: Pick<World, 'uat' | 'env' | 'pick'>, one: Institution): Promise<void> {
  one.doors.push(await newKey(world, one), await newSession(world, one))
}

async function adminOf({ uat, env }: Pick<World, 'uat' | 'env'>, { client }: Institution) {
  const session = await member(env, client.institutionid, 'admin')
  return as(session, uat.service.origin)
}

/** Registered and proved in the portal, by an administrator. */
async function newKey(world: Pick<World, 'uat' | 'env' | 'pick'>, one: Institution): Promise<Credential> {
  const { publicKey, privateKey } = generateKeyPairSync('ec', { namedCurve: 'prime256v1' })
  const publickey = publicKey.export({ type: 'spki', format: 'der' }).toString('base64')
  const admin = await adminOf(world, one)
  const request = { publickey, label: 'another', scopes: ['read', 'trade', 'mint', 'withdraw', 'rails'] }
  const { keyid } = await done('a key', admin('POST', '/keys', request))
  const { challenge, path } = await done('a challenge', admin('POST', `/keys/${keyid}/challenge`))
  const nonce = freshNonce()
  const signature = sign('sha256', Buffer.from(path + canonical({ challenge }) + nonce), privateKey)
  const proof = { challenge, nonce, signature: signature.toString('base64url') }
  await done('a proof', admin('POST', `/keys/${keyid}/prove`, proof))
  const client = clientOf(world.uat.service.origin, one.client.institutionid, publickey, privateKey)
  return {
    id: keyid,
    kind: 'key',
    write: (name, fields) => inTurn(keyid, () => callOf(world, client, name, fields)),
    end: async () => {
      const byStaff = world.pick(2) === 0
      const desk = byStaff ? await deskOf(world, 'compliance') : await adminOf(world, one)
      const revoke = `${byStaff ? '/api-keys' : '/keys'}/${keyid}/revoke`
      await done(revoke, desk('POST', revoke, { reason: 'drawn by chance' }))
      return byStaff ? 'a key by staff' : 'a key by its administrator'
    },
    endedAt: null,
    calls: [],
  }
}

/** A key's calls are sequential: their nonces rise. */
const turns: Queues = new Map()
const inTurn = (key: string, call: () => Promise<Answer>): Promise<Answer> => serializeByKey(turns, key, call)

async function callOf(
  { uat }: Pick<World, 'uat'>,
  client: Client,
  name: string,
  fields: Record<string, string>,
): Promise<Answer> {
  await rested(uat, client)
  return client.call(name, fields, { origin: uat.service.origin })
}

/** A signed-in trader. */
async function newSession(world: Pick<World, 'uat' | 'env' | 'pick'>, one: Institution): Promise<Credential> {
  const session = await member(world.env, one.client.institutionid, 'trader')
  const call = (path: string, fields: object) => as(session, world.uat.service.origin)('POST', path, fields)
  const ends: readonly (readonly [how: string, end: () => Promise<unknown>])[] = [
    ['a session by signing out', () => done('sign-out', call('/session/sign-out', {}))],
    ['a session from the list', () => done('revoke', call(`/sessions/${session.id}/revoke`, {}))],
    [
      'a session of a suspended person',
      async () => {
        const suspend = `/members/${session.person.id}/suspend`
        await done(suspend, (await adminOf(world, one))('POST', suspend, { reason: 'drawn by chance' }))
      },
    ],
  ]
  return {
    id: session.id,
    kind: 'session',
    write: (name, fields) => call(writes[name], fields),
    end: async () => {
      const [how, end] = oneOf(world.pick, ends)
      await end()
      return how
    },
    endedAt: null,
    calls: [],
  }
}

/** One call by one of them, ended or not. It is not repeated: only its own answer counts. */
export async function callByDoor(
  { pick }: Pick<World, 'pick'>,
  one: Institution,
  name: WriteName,
  fields: Record<string, string>,
): Promise<string> {
  const door = oneOf(pick, one.doors)
  const clreqid = randomUUID()
  const when = door.endedAt === null ? 'a live' : 'an ended'
  const beganAt = performance.now()
  const lost = { status: 0, body: { code: 'no answer' } }
  const { status, body } = await door.write(name, { ...fields, clreqid }).catch(() => lost)
  door.calls.push({ what: name, clreqid, beganAt, isAccepted: status === 200 })
  return `by ${when} ${door.kind}: ${status === 200 ? 'taken' : `${status} ${body?.code ?? ''}`}`
}

/** Ends a credential that is in use, and opens another. */
export async function endDoor(world: World): Promise<void> {
  const one = oneOf(
    world.pick,
    world.institutions.filter((institution) => !isStopped(institution)),
  )
  const live = one.doors.filter(({ endedAt }) => endedAt === null)
  const door = oneOf(world.pick, live)
  const how = await patiently(() => door.end())
  door.endedAt = performance.now()
  count(world, `ended: ${how}`)
  note(world, `${one.name}: ${how} was ended, ${door.id}`)
  one.doors.push(door.kind === 'key' ? await newKey(world, one) : await newSession(world, one))
}
