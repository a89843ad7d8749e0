import { canonical, type Json } from '@specie/protocol/encoding/json.ts'
import type { Env } from '../env.ts'
import type { Fields } from '../integrator/over-api.ts'

// A write happens in two steps: a dry run that says what would happen, and the same request again with the token of that run.

const validMs = 5 * 60_000

type Pending = { readonly call: string; readonly asked: string; readonly fields: Fields; readonly until: number }

export type Confirmations = {
  /** Makes the token that carries out what a dry run has shown. */
  give(call: string, asked: Fields, fields: Fields): string
  /** What was dry-run, once; a sentence when the token does not fit. */
  take(token: string, call: string, asked: Fields): { readonly fields: Fields } | { readonly refused: string }
}

/** `env` has the clock and the ids. They are kept in memory: a token ends with the server. */
export function createConfirmations(env: Env): Confirmations {
  const pending = new Map<string, Pending>()
  const now = () => env.now().getTime()
  return {
    give: (call, asked, fields) => {
      const token = env.newId()
      pending.set(token, { call, asked: canonical(asked as Json), fields, until: now() + validMs })
      return token
    },
    take: (token, call, asked) => {
      const found = pending.get(token)
      pending.delete(token)
      if (found === undefined || found.until < now())
        return { refused: 'This confirmation is unknown, used or older than five minutes. Call again without it.' }
      if (found.call !== call || found.asked !== canonical(asked as Json))
        return { refused: 'This confirmation is for another request. Call again without it, and show the result.' }
      return { fields: found.fields }
    },
  }
}
