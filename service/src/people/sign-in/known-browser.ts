import { createHash } from 'node:crypto'
import type { Side } from '@specie/protocol/people/roles.ts'
import type { Env } from '../../base/env.ts'
import { masterKey } from '../../base/personal-data.ts'
import { open, seal } from '../../base/sealed.ts'
import type { Person } from '../../directory/person.ts'

// A browser in which a person has signed in has a sealed cookie that says so. Failures there are counted for this
// browser alone: neighbours at the same address cannot lock its people out. The cookie opens nothing.

export type KnownBrowser = {
  readonly id: string
  /** The people who have signed in here, latest first, with their names. */
  readonly people: readonly { readonly id: string; readonly name: string }[]
}

const context = 'known browser'
/** This many fit into a cookie; one browser needs no more. */
const maxPeople = 8

/** The sign-in name in counters and cookies. */
export const nameOf = (side: Side, email: string): string =>
  createHash('sha256').update(`${side} ${email}`, 'utf8').digest('base64url')

/** Null if the cookie is missing, or not one of ours. */
export function browserOf(env: Env, cookie: string | null): KnownBrowser | null {
  if (cookie === null) return null
  try {
    return JSON.parse(open(masterKey(env), context, Buffer.from(cookie, 'base64url')).toString()) as KnownBrowser
  } catch (error) {
    env.log.debug({ err: error }, 'the cookie of a known browser is not one of ours')
    return null
  }
}

/** The cookie of a browser in which this person has just signed in. */
export function browserCookie(env: Env, known: KnownBrowser | null, { id, side, email }: Person): string {
  const others = known?.people.filter((one) => one.id !== id) ?? []
  const browser: KnownBrowser = {
    id: known?.id ?? env.ids.uuid(env.clock.now()),
    people: [{ id, name: nameOf(side, email) }, ...others].slice(0, maxPeople),
  }
  return seal(masterKey(env), context, Buffer.from(JSON.stringify(browser))).toString('base64url')
}
