import { type Fault, faults } from './faults.ts'
import { BadSetting, type Source } from './settings/setting.ts'

// Values that no operator needs to change. Tests may change them: SPECIE_TEST_CONSTANTS={"signingWaitMs":0}.

export const constants = {
  /** The maximum number of connections of one process. */
  maxConnections: 10_000,
  /** Further concurrent requests are shed with 503. */
  maxInFlight: 2_000,
  /** When half of all answers take longer than this, fewer requests are admitted. */
  shedAfterMs: 300,
  /** Time limit for receiving a complete request. */
  requestTimeoutMs: 5_000,
  /** Calls that may fail before their signature is verified, by address, or by key once it has been verified from there. */
  failuresPerSecond: 50,
  /** Calls of one key that may wait for events; one more, and the oldest is answered. */
  longPollsPerKey: 2,
  /** How long an answer waits for its transaction to be signed, so that it can include the txid. */
  signingWaitMs: 2_000,
  /** The smallest mint, in whole pounds: fixed by the contract. */
  mintMinimum: 100_000,
  /** Settlement time from the request of a mint, a redemption or an on-chain withdrawal to its settlement. */
  settlementSeconds: 10_800,
  /** Fees are swept to the house account at the end of each bank day, and at once above this many francs or pounds. */
  feeSweepFrom: 10_000,
  /** Settlement time after which a transfer without the counterparty's decision is held, and after which it is returned. */
  travelRuleHoldSeconds: 10_800,
  travelRuleReturnSeconds: 259_200,
  /** Settlement time from the last check of a withdrawal address to its first use. */
  addressCoolingHours: 24,
  /** Maximum age of the reference rate that the desk trades on. */
  referenceSeconds: 30,
  /** How long rates must be steady and agree before they are trusted again. */
  referenceCalmSeconds: 60,
  /** How often the source of a sanctions list is read, and how soon again after a failure. */
  listReadMinutes: 60,
  listRetryMinutes: 10,
  /** Limits of a read: of its time, and of the decompressed file. OFAC's has 120 MB. */
  listFetchSeconds: 600,
  listMaxBytes: 1_000_000_000,
  /** Screening does not decide with a list that is older. */
  listMaxHours: 48,
  /** How long an institution whose periodic review has begun keeps its access, in days of settlement time. */
  reviewDays: 60,
  /** How long the answer for a client id, and a firm quote that was not accepted, are kept. */
  retentionDays: 90,
  /** Maximum deviation of the conversion provider's prices from the reference, in basis points. */
  providerDeviationBps: 200,
  /** How far a mint paid in crypto may exceed its estimate when the client sets no limit, in basis points. */
  mintFundingToleranceBps: 200,
}

/** With the fault point at which a test kills the process. */
export type Constants = Readonly<typeof constants> & { readonly fault: Fault | null }

export const testSetting = 'SPECIE_TEST_CONSTANTS'

export function constantsFor(source: Source, environment: string): Constants {
  const text = source[testSetting]?.trim() ?? ''
  if (text === '') return { ...constants, fault: null }
  if (environment === 'production')
    throw new BadSetting(`${testSetting} is for tests. Remove it, or set SPECIE_ENV=uat.`)
  const given = parsed(text)
  for (const [name, value] of Object.entries(given)) {
    const isWhole = Object.hasOwn(constants, name) && Number.isSafeInteger(value) && Number(value) >= 0
    const isFault = name === 'fault' && (faults as readonly unknown[]).includes(value)
    if (!isWhole && !isFault)
      throw new BadSetting(
        `${testSetting} must name constants of base/constants.ts; "${name}" is not one of them, or its value is not valid.`,
      )
  }
  return { ...constants, fault: null, ...given }
}

function parsed(text: string): object {
  const wrong = (cause?: unknown) =>
    new BadSetting(`${testSetting} must be a JSON object, as {"signingWaitMs":0}.`, { cause })
  try {
    const given: unknown = JSON.parse(text)
    if (typeof given === 'object' && given !== null) return given
  } catch (error) {
    throw wrong(error)
  }
  throw wrong()
}
