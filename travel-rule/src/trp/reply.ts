import { answerHeaders, type Exchange } from './headers.ts'
import type { TrpRefusal } from './refusal.ts'
import { type Resolution, writeResolution } from './resolution.ts'

/** An answer of ours, for the server of the service to send. */
export type Reply = {
  readonly status: number
  readonly headers: Readonly<Record<string, string>>
  readonly body: string
}

const json = { 'content-type': 'application/json; charset=utf-8' }

export const resolutionReply = (exchange: Exchange, resolution: Resolution): Reply => ({
  status: 200,
  headers: { ...answerHeaders(exchange), ...json },
  body: writeResolution(resolution, exchange.version),
})

/** To a callback and a confirmation. */
export const emptyReply = (exchange: Exchange): Reply => ({
  status: 204,
  headers: answerHeaders(exchange),
  body: '',
})

/** `exchange` is null when the headers were not readable. */
export const refusalReply = (exchange: Exchange | null, { status, message }: TrpRefusal): Reply => ({
  status,
  headers: { ...(exchange ? answerHeaders(exchange) : {}), ...json },
  body: JSON.stringify({ error: message }),
})
