import { canonical, type Json } from '@specie/protocol/encoding/json.ts'
import type { Env } from '../env.ts'
import type { Fields } from '../integrator/over-api.ts'

// A write happens in two steps: a dry run that says what would happen, and the same request again with the token of that run.
// The token is the client id of the request. It stays good after its use: whoever got no answer sends it again, under the
// same id, and the service answers what it has answered before. A new id would carry the request out a second time.

const validMs = 5 * 60_000

type Given = {
  readonly call: string
  readonly asked: string
  readonly fields: Fields
  readonly until: number
  /** It was sent, and may have been carried out. */
  isUsed: boolean
}

type Taken = { readonly fields: Fields; readonly isFirst: boolean }

export type Confirmations = {
  /** Keeps what a dry run has shown under its token, which carries it out. */
  give(token: string, call: string, asked: Fields, fields: Fields): void
  /** What was dry-run, now to be sent; a sentence when the token does not fit. */
  take(token: string, call: string, asked: Fields): Taken | { readonly refused: string }
  /** It was sent for the first time and is known not to have been carried out: the five minutes count again. */
  notDone(token: string): void
}

/** `env` has the clock. They are kept in memory: a token ends with the server. */
export function createConfirmations(env: Env): Confirmations {
  const all = new Map<string, Given>()
  const now = () => env.now().getTime()
  const isValid = ({ isUsed, until }: Given) => isUsed || until >= now()
  return {
    give: (token, call, asked, fields) => {
      for (const [old, given] of all) if (!isValid(given)) all.delete(old)
      all.set(token, { call, asked: canonical(asked as Json), fields, until: now() + validMs, isUsed: false })
    },
    take: (token, call, asked) => {
      const given = all.get(token)
      if (given === undefined || !isValid(given)) return { refused: unknown(token) }
      if (given.call !== call || given.asked !== canonical(asked as Json)) return { refused: ofAnother(given) }
      const isFirst = !given.isUsed
      given.isUsed = true
      return { fields: given.fields, isFirst }
    },
    notDone: (token) => {
      const given = all.get(token)
      if (given !== undefined) given.isUsed = false
    },
  }
}

/** It may have been used before the server was started anew: then another call would do the same a second time. */
const unknown = (token: string): string =>
  `This confirmation is unknown, or older than five minutes. If you have sent it before, look for ${token} first: it is the clordid or clreqid of what was done. If it is not there, call again without a confirmation, and show the result.`

const ofAnother = ({ call, asked }: Given): string =>
  `This confirmation is for another request: ${call} ${asked}. If you got no answer to that one, repeat it with exactly these fields. For a new request call without a confirmation, and show the result.`
