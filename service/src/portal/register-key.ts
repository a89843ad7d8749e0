import type { registerKeyCall } from '@specie/protocol/people/keys.ts'
import { registerKey } from '../institutions/api-key/register.ts'
import { mayWrite, newKeyOf } from '../institutions/api-key/request.ts'
import { needsSecondPerson } from '../institutions/second-person.ts'
import { byPerson } from '../people/by.ts'
import { requestApproval } from '../people/approval/request.ts'
import type { Handler } from './serve.ts'

/** Registers the key or, where the institution has chosen so for keys that may write, asks a second person first. */
export const registerOrAsk: Handler<typeof registerKeyCall> = async (env, session, input, visit) => {
  const institutionid = session.person.institutionId!
  const payload = { ...input, institutionid }
  const key = newKeyOf(payload)
  const by = byPerson(env, session, visit, 'registered a key')
  return env.db.tx(async (tx) => {
    if (mayWrite(input) && (await needsSecondPerson(tx, institutionid, 'member.key'))) {
      const request = { kind: 'member.key', subject: institutionid, payload, reason: `new key “${key.label}”` } as const
      const { id } = await requestApproval(env, tx, session, request)
      return { keyid: null, approvalid: id }
    }
    return { keyid: await registerKey(env, tx, key, by), approvalid: null }
  })
}
