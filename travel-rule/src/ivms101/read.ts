import { type ExactJson, parseExactJson } from '@specie/protocol/encoding/json.ts'
import { MalformedBody } from '@specie/protocol/encoding/malformed.ts'
import { refuse } from '../problem.ts'
import { type NameSet, payloadOfBoth } from './elements.ts'
import { assertNothingLost } from './nothing-lost.ts'
import { readElements } from './read-elements.ts'
import { isObject, type JsonObject, newReading, type Repair } from './reading.ts'
import type { Ivms101, Person } from './types.ts'

export type ReadIvms101 = { data: Ivms101; names: NameSet; repairs: readonly Repair[] }

/**
 * Reads the names of both versions and the forms that libraries make of them, into one form. Every deviation is listed. What
 * has no clear meaning is refused with its place, and so is a message of which a person would be lost. That the data is
 * complete is another question: `checkIvms101`.
 */
export function readIvms101(message: ExactJson): ReadIvms101 {
  const reading = newReading()
  const payload = unwrapped(message, reading.repairs)
  const read = readElements(reading, '', payloadOfBoth, payload) as unknown as Parties
  assertNothingLost(payload, reading.names)
  const { originator, beneficiary, ...rest } = read
  const data: Ivms101 = {
    ...rest,
    originator: { originatorPerson: withAccounts(originator.originatorPerson, originator.accountNumber) },
    beneficiary: { beneficiaryPerson: withAccounts(beneficiary.beneficiaryPerson, beneficiary.accountNumber) },
  }
  return { data, names: reading.uses2023 ? '2023' : '2020', repairs: reading.repairs }
}

type Accounts = { readonly accountNumber?: readonly string[] }
type Parties = Omit<Ivms101, 'originator' | 'beneficiary'> & {
  readonly originator: Ivms101['originator'] & Accounts
  readonly beneficiary: Ivms101['beneficiary'] & Accounts
}

/** The accounts of a party are those of each of its persons. */
function withAccounts(persons: readonly Person[], accounts: readonly string[] = []): Person[] {
  if (accounts.length === 0) return [...persons]
  return persons.map((person) => ({
    ...person,
    accountNumber: [...new Set([...(person.accountNumber ?? []), ...accounts])],
  }))
}

/** Some send the message as a text, or in one more object. */
function unwrapped(message: ExactJson, repairs: Repair[]): ExactJson {
  if (typeof message === 'string') {
    repairs.push({ field: '', repair: 'The message is a text with JSON in it.' })
    return unwrapped(parsed(message), repairs)
  }
  const keys = isObject(message) ? Object.keys(message) : []
  if (keys.length !== 1 || !/^(ivms101|identity|payload)$/i.test(keys[0]!)) return message
  repairs.push({ field: keys[0]!, repair: 'The message is wrapped in one more object.' })
  return (message as JsonObject)[keys[0]!]!
}

function parsed(text: string): ExactJson {
  try {
    const value = parseExactJson(text)
    return typeof value === 'string' ? refuse('IVMS101', 'It is no object.', 'Send an object.') : value
  } catch (error) {
    if (error instanceof MalformedBody) return refuse('IVMS101', error.message, 'Send JSON.')
    throw error
  }
}
