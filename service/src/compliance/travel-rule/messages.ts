import type { ConversationEvent } from '@specie/travel-rule/conversation.ts'
import type { InquiryAnswer } from '@specie/travel-rule/trp/answer.ts'
import type { Confirmation } from '@specie/travel-rule/trp/confirmation.ts'
import type { Resolution } from '@specie/travel-rule/trp/resolution.ts'
import type { Sql, Tx } from '../../base/database/db.ts'
import type { Env } from '../../base/env.ts'
import type { Exchange, messageKinds, messageWays } from './row.ts'
import { sealText } from './sealed-data.ts'

/** What a message means, as it was read. */
export type Says = InquiryAnswer | Resolution | Confirmation

export type Message = {
  readonly id: string
  readonly exchange_id: string
  readonly at: Date
  readonly way: (typeof messageWays)[number]
  readonly kind: (typeof messageKinds)[number]
  readonly request_id: string | null
  readonly version: string | null
  readonly status: number | null
  readonly authentic: boolean
  readonly says: Says | null
  readonly problem: string | null
  readonly sealed_body: Buffer | null
}

type NewMessage = Pick<Message, 'way' | 'kind'> &
  Partial<Pick<Message, 'request_id' | 'version' | 'status' | 'authentic' | 'says' | 'problem'>> & {
    body: string | null
  }

/** More than any honest conversation has; a counterparty cannot fill our disk. */
export const maxMessages = 200

export async function record(env: Env, tx: Tx, exchange: Exchange, message: NewMessage): Promise<void> {
  const at = env.clock.now()
  const id = env.ids.uuid(at)
  const { way, kind, request_id = null, version = null, status = null, authentic = true, body } = message
  const sealed = body === null || body === '' ? null : await sealText(env, tx, exchange, `message ${id}`, body)
  await tx.query(
    `insert into compliance.exchange_message (id, exchange_id, at, way, kind, request_id, version, status, authentic, says,
       problem, sealed_body) values ($1, $2, $3, $4, $5, $6, $7, $8, $9, $10, $11, $12)`,
    [
      id,
      exchange.id,
      at,
      way,
      kind,
      request_id,
      version,
      status,
      authentic,
      message.says === undefined || message.says === null ? null : JSON.stringify(message.says),
      message.problem ?? null,
      sealed,
    ],
  )
}

export const messagesOf = (sql: Sql, id: string): Promise<Message[]> =>
  sql.query<Message>('select * from compliance.exchange_message where exchange_id = $1 order by at, id', [id])

/** What was received about an exchange that we began, for its outcome. */
export function eventsIn(messages: readonly Message[], token: string): ConversationEvent[] {
  return messages.flatMap(({ at, kind, way, says, authentic }): ConversationEvent[] => {
    if (way === 'sent') return []
    if (kind === 'resolution')
      return [
        { kind: 'callback', at: at.getTime(), token: authentic ? token : '', resolution: says as Resolution | null },
      ]
    return kind === 'reply' && says !== null ? [{ kind: 'reply', at: at.getTime(), answer: says as InquiryAnswer }] : []
  })
}
