import { canonical, type Json } from '@specie/protocol/encoding/json.ts'
import type { Env } from '../env.ts'
import type { Fields } from '../integrator/over-api.ts'

// A write has two steps: a dry run, and the same request again with the token of that run. The token is the client id of the
// request. It stays valid after its use. A call without an answer is repeated under the same id, and the service repeats its
// answer. A new id would carry the request out a second time.

const validMs = 5 * 60_000

export type DryRun = {
  readonly call: string
  readonly asked: string
  readonly fields: Fields
  /** The outcome of the dry run. */
  readonly outcome: object
  readonly until: number
  /** The person has agreed to it. */
  isAgreed: boolean
  /** It was sent, and may have been carried out. */
  isSent: boolean
}

export type Confirmations = {
  /** Stores a dry run under its token. */
  give(token: string, run: Pick<DryRun, 'call' | 'fields' | 'outcome'>, asked: Fields): void
  /** The request of the dry run; a sentence if the token does not fit. */
  find(token: string, call: string, asked: Fields): DryRun | { readonly refused: string }
  forget(token: string): void
}

/** `env` has the clock. Tokens are kept in memory and end with the server. */
export function createConfirmations(env: Env): Confirmations {
  const all = new Map<string, DryRun>()
  const isValid = ({ isSent, until }: DryRun) => isSent || until >= env.now().getTime()
  return {
    give: (token, run, request) => {
      for (const [old, one] of all) if (!isValid(one)) all.delete(old)
      const until = env.now().getTime() + validMs
      all.set(token, { ...run, asked: canonical(request as Json), until, isAgreed: false, isSent: false })
    },
    find: (token, call, request) => {
      const run = all.get(token)
      if (run === undefined || !isValid(run)) return { refused: unknown(token) }
      return run.call === call && run.asked === canonical(request as Json) ? run : { refused: ofAnother(run) }
    },
    forget: (token) => void all.delete(token),
  }
}

/** It may have been used before a restart of the server. Then a new call would repeat its effect. */
const unknown = (token: string): string =>
  `This confirmation is unknown, or older than five minutes. If you have sent it before, look for ${token} first. It is the clordid or clreqid of the earlier request. If it is not there, call again without a confirmation.`

const ofAnother = ({ call, asked }: DryRun): string =>
  `This confirmation is for another request: ${call} ${asked}. If you got no answer to that one, repeat it with exactly these fields. For a new request call without a confirmation.`
