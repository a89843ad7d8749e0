import type { Person } from '@specie/travel-rule/ivms101/types.ts'
import type { Ivms101 } from '@specie/travel-rule/ivms101/types.ts'
import { formatAmount } from '@specie/protocol/money.ts'
import type { exchangesCall } from '@specie/protocol/console/exchanges.ts'
import type { PeopleRequest } from '@specie/protocol/web-api/call.ts'
import type { Sql } from '../../base/database/db.ts'
import type { Env } from '../../base/env.ts'
import { idFilter, type Listed, page } from '../../base/http/pages.ts'
import { ApiError } from '../../base/http/errors.ts'
import { isUuid } from '../../base/ids.ts'
import { messagesOf } from './messages.ts'
import { described } from './described.ts'
import { type Exchange, findExchange } from './row.ts'
import { openMessage, partiesOf } from './sealed-data.ts'

// Exchanges for staff.

const columns = `id, institution_id, direction, subject_kind, subject_id, wallet, asset, blockchain, amount, vasp, state, problem,
  undelivered, reason, txid, due, opened_at, created_at, updated_at`

type Row = Listed<Exchange>

export async function listExchanges(
  sql: Sql,
  { state, direction, institutionid, transferid, ...request }: PeopleRequest<typeof exchangesCall>,
) {
  const shown = state === undefined && transferid === undefined
  const { rows, next_cursor } = await page<Row>(sql, request, {
    select: `select ${columns} from compliance.exchange ${shown ? `where state <> 'not_required'` : ''}`,
    values: [],
    filters: { state, direction, ...idFilter('institution_id', institutionid), ...transferFilter(transferid) },
  })
  return { items: rows.map(view), next_cursor }
}

const transferFilter = (id: string | undefined) => (id === undefined ? {} : idFilter('subject_id', id))

const view = (row: Row) => ({
  exchangeid: row.id,
  institutionid: row.institution_id,
  direction: row.direction,
  kind: row.subject_kind,
  transferid: row.subject_id,
  asset: row.asset,
  blockchain: row.blockchain,
  quantity: formatAmount({ asset: row.asset, minor: row.amount }),
  wallet: row.wallet,
  vasp: row.vasp,
  state: row.state,
  problem: row.problem,
  undelivered: row.undelivered,
  reason: row.reason,
  txid: row.txid,
  due: row.due,
  opened_at: row.opened_at,
  created_at: row.created_at,
  updated_at: row.updated_at,
})

/** With its parties and its messages. */
export async function exchangeView(env: Env, id: string) {
  const exchange = isUuid(id) ? await findExchange(env.db, id) : undefined
  if (!exchange) throw new ApiError('not_found', { id }, 'There is no such exchange.')
  const { rows } = await page<Row>(
    env.db,
    {},
    {
      select: `select ${columns} from compliance.exchange`,
      values: [],
      filters: idFilter('id', id),
    },
  )
  const parties = await partiesOf(env, env.db, exchange)
  const messages = await messagesOf(env.db, id)
  const texts = await Promise.all(messages.map((one) => openMessage(env, env.db, exchange, one)))
  return {
    ...view(rows[0]!),
    parties: parties === null ? [] : partiesIn(parties),
    messages: messages.map((one, i) => ({
      messageid: one.id,
      at: one.at.toISOString(),
      by: one.way === 'sent' ? ('us' as const) : ('them' as const),
      what: one.kind,
      says: one.says?.kind ?? null,
      status: one.status,
      version: one.version,
      problem: texts[i]!.isForeign ? foreign : one.problem,
      text: texts[i]!.text,
    })),
  }
}

const foreign = 'This service has not written this message. Do not trust it, and run `specie check`.'

function partiesIn({ originator, beneficiary, originatingVASP, beneficiaryVASP }: Ivms101) {
  const all = (role: string, persons: readonly Person[]) => persons.map((person) => ({ role, ...described(person) }))
  return [
    ...all('Originator', originator.originatorPerson),
    ...all('Payee', beneficiary.beneficiaryPerson),
    ...all('Provider of the originator', originatingVASP ? [originatingVASP.originatingVASP] : []),
    ...all('Provider of the payee', beneficiaryVASP ? [beneficiaryVASP.beneficiaryVASP] : []),
  ]
}
