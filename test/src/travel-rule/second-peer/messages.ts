import { editionOf, ivms101 } from './ivms101.ts'
import { both, type Check, fields, oneOf, rule, text } from './shape.ts'

// The messages of TRP 3.1.0 to 3.2.1, checked strictly. An amount is read as its digits: a float would lose some.

export const versions = ['3.2.1', '3.2.0', '3.1.0'] as const
export type Version = (typeof versions)[number]

export type Message = { url: string; method: string; headers: Record<string, any>; body: string }

/** The text of a JSON number. */
class Digits {
  readonly source: string
  constructor(source: string) {
    this.source = source
  }
}

const hasTwice = (body: string, field: string): boolean => body.split(`"${field}":`).length > 2

export function parsed(body: string): any {
  const keep = (_: string, value: unknown, { source }: any) => (typeof value === 'number' ? new Digits(source) : value)
  return (JSON.parse as any)(body, keep)
}

const whole: Check = (value, at) =>
  value instanceof Digits && /^[1-9]\d*$/.test(value.source) ? [] : [`${at} is no positive whole JSON number`]
const coinType: Check = (value, at) =>
  value instanceof Digits && /^\d{1,10}$/.test(value.source) ? [] : [`${at} is no number of SLIP-0044`]
const dti = text(9, /^[1-9B-DF-HJ-NP-TV-XZ][0-9B-DF-HJ-NP-TV-XZ]{8}$/)
const callback = text(2_000, /^https?:\/\/[^@\s#]+$/)

/** Before 3.2 an asset has no DTI. */
const assetIn = (version: Version): Check =>
  version === '3.1.0'
    ? fields({ slip0044: coinType })
    : both(
        fields({}, { dti, slip0044: coinType }),
        rule((asset) => asset?.dti !== undefined || asset?.slip0044 !== undefined, 'an asset has a name'),
      )

export function problemsOfInquiry({ headers, body }: Message): string[] {
  const inquiry = parsed(body)
  const shape = fields({
    asset: assetIn(headers['api-version']),
    amount: whole,
    callback,
    IVMS101: ivms101(editionOf(inquiry.IVMS101)),
  })
  const twice = ['asset', 'amount', 'callback', 'IVMS101'].filter((name) => hasTwice(body, name))
  return [...shape(inquiry, 'inquiry'), ...twice.map((name) => `${name} occurs twice`)]
}

const confirmation = oneOf({ txid: text(66, /^0x[0-9a-f]{64}$/), canceled: text(1_000) })
export const problemsOfConfirmation = ({ body }: Message): string[] => confirmation(parsed(body), 'confirmation')

const approved = fields({ address: text(100), callback })
const answer = oneOf({ version: text(20, /^\d+\.\d+\.\d+$/), approved, rejected: text(1_000) })
export const problemsOfAnswer = (body: string): string[] => answer(parsed(body), 'answer')
const decision = oneOf({ approved, rejected: text(1_000) })
export const problemsOfDecision = ({ body }: Message): string[] => decision(parsed(body), 'decision')

/** Every request names its version and itself, and is JSON. */
export function problemsOfRequest({ method, headers }: Message): string[] {
  return [
    ...(method === 'POST' ? [] : [`the method is ${method}`]),
    ...(versions.includes(headers['api-version']) ? [] : [`api-version is ${headers['api-version']}`]),
    ...text(100, /^[\w-]{8,}$/)(headers['request-identifier'], 'request-identifier'),
    ...text(50, /^application\/json(; ?charset=utf-8)?$/i)(headers['content-type'], 'content-type'),
    ...(headers['api-extensions'] === undefined ? [] : [`an extension is demanded: ${headers['api-extensions']}`]),
  ]
}

/** Every answer repeats the version and the identifier of its request. */
export function problemsOfReply(
  request: Record<string, string>,
  reply: { status: number; headers: Headers },
): string[] {
  if (reply.status >= 500) return [`the answer is ${reply.status}`]
  return ['api-version', 'request-identifier']
    .filter((name) => reply.headers.get(name) !== request[name])
    .map((name) => `the answer ${reply.status} has ${name} ${reply.headers.get(name)} instead of ${request[name]}`)
}
