import { createHash } from 'node:crypto'
import { tmpdir, userInfo } from 'node:os'
import { join } from 'node:path'
import { type Client, createClient } from '@specie/sdk/client.ts'
import { fileLock } from '@specie/sdk/node.ts'
import type { Given, Options } from './command.ts'
import type { Env } from './env.ts'
import { type Account, accountOf } from './profile/account.ts'
import { pemOf } from './profile/keys.ts'
import { version } from './version.ts'

/** Options that every command over the API accepts. */
export const commonOptions = {
  json: { does: 'the answer as JSON' },
  profile: { value: 'NAME', does: 'act for this profile; see specie profiles' },
} as const satisfies Options

/** A client of the API for the account of a command. It paces its own calls. */
export function clientOf(env: Env, given: Given): Client {
  return clientFor(env, accountOf(env, given))
}

/** Longer waits are announced, so that the command does not seem to hang. */
const longWaitMs = 2_000

export function clientFor(env: Env, { base, keyFile }: Account): Client {
  const key = pemOf(keyFile)
  return createClient({
    base,
    key,
    userAgent: `specie-cli/${version}`,
    ...sandboxAccess(env),
    lock: fileLock(paceFolder(key)),
    on: {
      wait: ({ ms }) => {
        if (ms > longWaitMs) env.note(`Waiting ${Math.ceil(ms / 1_000)} s. A key can make one call per second.`)
      },
      retry: ({ call, afterMs, error }) => {
        if (error.code === 'rate_limited') return
        const what = error.code === 'no_answer' ? `${new URL(base).origin} does not answer` : `${call}: ${error.code}`
        env.note(`${what}; trying again in ${Math.ceil(afterMs / 1_000)} s.`)
      },
    },
  })
}

export const sandboxAccess = ({ settings: { sandboxToken } }: Env): { sandboxToken?: string } =>
  sandboxToken === undefined ? {} : { sandboxToken }

/** Parallel commands with one key share its pace. The state may be lost at any time. */
function paceFolder(key: string): string {
  const name = createHash('sha256').update(key).digest('hex').slice(0, 16)
  return join(tmpdir(), `specie-pace-${userInfo().uid}-${name}`)
}
