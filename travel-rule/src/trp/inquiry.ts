import type { ExactJson } from '@specie/protocol/encoding/json.ts'
import { type ReadIvms101, readIvms101 } from '../ivms101/read.ts'
import type { Ivms101 } from '../ivms101/types.ts'
import { writeIvms101 } from '../ivms101/write.ts'
import { TravelRuleError } from '../problem.ts'
import { type ReadAmount, readAmount, writeAmount } from './amount.ts'
import { readAsset, writeAsset } from './asset.ts'
import { readCallback, type Scheme } from './callback.ts'
import type { Token, TokenDti } from './dti.ts'
import { isObject, type JsonObject, jsonObject, textOf } from './json.ts'
import type { Peer } from './peer.ts'
import { TrpRefusal } from './refusal.ts'
import type { Version } from './version.ts'

export type Inquiry = {
  readonly token: Token
  /** In minor units. */
  readonly minor: bigint
  /** Where the answer is expected; it holds a token of this exchange. */
  readonly callback: string
  readonly ivms101: Ivms101
}

export type ReadInquiry = ReadIvms101 & {
  readonly token: Token
  readonly amount: ReadAmount
  readonly callback: string
  /** Extensions are kept, not read. */
  readonly extensions: JsonObject | null
}

/** The body. `today` is a day as `YYYY-MM-DD`. */
export function writeInquiry(
  inquiry: Inquiry,
  dtis: readonly TokenDti[],
  version: Version,
  peer: Peer,
  today: string,
): string {
  const { token, minor, callback, ivms101 } = inquiry
  const members = [
    ['asset', JSON.stringify(writeAsset(token, dtis, version, peer))],
    // Digits that a float could not hold.
    ['amount', writeAmount(token.asset, minor, peer)],
    ['callback', JSON.stringify(callback)],
    ['IVMS101', JSON.stringify(writeIvms101(ivms101, today, peer.names))],
  ]
  return `{${members.map(([name, json]) => `"${name}":${json}`).join(',')}}`
}

/** Throws a `TrpRefusal` with the status and the words for the sender. */
export function readInquiry(body: string, dtis: readonly TokenDti[], peer: Peer, scheme: Scheme): ReadInquiry {
  const given = jsonObject(body)
  const token = readAsset(given['asset'], dtis)
  const { extensions } = given
  return {
    token,
    amount: readAmount(given['amount'], token.asset, peer),
    callback: readCallback('callback', textOf('callback', given['callback']), scheme),
    extensions: isObject(extensions) ? extensions : null,
    ...persons(given['IVMS101'] ?? given['ivms101']),
  }
}

function persons(given: ExactJson | undefined): ReadIvms101 {
  if (given === undefined || given === null) throw new TrpRefusal(422, '`IVMS101` is missing.')
  try {
    return readIvms101(given)
  } catch (error) {
    if (error instanceof TravelRuleError) throw new TrpRefusal(422, `\`IVMS101\`: ${error.message}`)
    throw error
  }
}
