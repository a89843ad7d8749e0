import type { StaffRole } from '@specie/protocol/people/roles.ts'
import { expect } from 'vitest'
import { staff, tokenOf } from '../people.ts'
import { type Said, specie } from '../programs/specie.ts'
import type { Served } from './served.ts'

export type Operator = {
  run(...words: string[]): Promise<Said>
  /** The output of a command that must succeed. */
  done(...words: string[]): Promise<string>
  json(...words: string[]): Promise<any>
  sessionId: string
}

/** Commands of a person with these roles, over the console, without a database. */
export async function operatorOf({ env, origin }: Served, ...roles: StaffRole[]): Promise<Operator> {
  const { token, id } = await tokenOf(env, await staff(env, ...roles))
  const run = (...words: string[]) => specie({ SPECIE_URL: origin, SPECIE_TOKEN: token }, ...words)
  const done = async (...words: string[]) => {
    const { code, said } = await run(...words)
    expect([words.join(' '), code, said]).toEqual([words.join(' '), 0, said])
    return said.trimEnd()
  }
  const json = async (...words: string[]) => JSON.parse(await done(...words, '--json'))
  return { run, done, json, sessionId: id }
}

/** The request of a proposal. */
export const requestIn = (output: string): string => /request (\S+) waits for a second approver/.exec(output)![1]!
