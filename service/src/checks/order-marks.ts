import { type Marked, markVerifier, sessionSql } from '../base/database/trace-key.ts'
import type { Sql, Tx } from '../base/database/db.ts'
import { type CheckRow, type Progress, row } from './rule.ts'

// V1 for orders: any holder of the service's login can call trading.place, so orders have marks like row versions
// (marks.ts), one for each call. Journals need none: each belongs to a row with one.

const what = 'every order has the mark of the service'
const page = 500
/** The number of examples in the result. */
const maxExamples = 100

/** From this transaction on orders have marks; orders that wait for a venue get theirs later. */
export async function noteOrdersMarked(tx: Tx): Promise<void> {
  await tx.query(
    `with noted as (
       insert into audit.marked_from (committed) select pg_current_xact_id() where ${sessionSql} is not null
       on conflict do nothing returning 1
     )
     select trading.mark_stored(array(select id from trading.client_order where state = 'received')) from noted`,
  )
}

/** `after`: only orders of later transactions; null for all. */
export async function checkOrderMarks(
  sql: Sql,
  traceKey: Uint8Array | null,
  after: bigint | null,
  progress: Progress = () => {},
): Promise<CheckRow> {
  progress(what)
  if (traceKey === null) return { ...row('V1', what, []), note: 'not looked at: TRACE_KEY is not set' }
  const [from] = await sql.query<{ committed: string }>('select committed::text from audit.marked_from')
  if (!from) return { ...row('V1', what, []), note: 'not looked at: this database was never prepared with TRACE_KEY' }
  return row('V1', what, [...(await falseMarks(sql, traceKey, after)), ...(await unmarked(sql, from.committed, after))])
}

type Batch = Marked & {
  readonly id: bigint
  readonly committed: string
  readonly isReceived: boolean
  readonly orders: string[]
  /** Of the current orders. */
  readonly hash: Buffer
}

/** The text under the mark, as trading.mark_orders writes it. */
const textOf = ({ id, committed, isReceived, hash }: Batch): string =>
  ['orders', id, committed, isReceived ? 't' : 'f', hash.toString('hex')].join('/')

async function falseMarks(sql: Sql, traceKey: Uint8Array, after: bigint | null): Promise<string[]> {
  const isMark = markVerifier(traceKey)
  const breaks: string[] = []
  for (let last = 0n; breaks.length < maxExamples;) {
    const batches = await sql.query<Batch>(
      `select id, committed::text, is_received as "isReceived", orders::text[], session, mark,
         trading.stored_hash(orders, is_received) as hash
       from trading.order_mark where id > $1 and committed > ($2::text)::xid8 order by id limit ${page}`,
      [last, String(after ?? 0n)],
    )
    breaks.push(...batches.filter((batch) => !isMark(batch, textOf(batch))).map(sentence))
    if (batches.length < page) break
    last = batches.at(-1)!.id
  }
  return breaks.slice(0, maxExamples)
}

const sentence = ({ orders: [first, ...more] }: Batch): string =>
  `trading.client_order ${first} was written manually, or changed${more.length > 0 ? `, or one of ${more.length} that came with it` : ''}`

/** Orders without a mark, and those with a venue's answer but without a request. */
async function unmarked(sql: Sql, from: string, after: bigint | null): Promise<string[]> {
  const rows = await sql.query<{ id: string }>(
    `select o.id from trading.client_order o
     where o.committed >= ($1::text)::xid8 and o.committed > ($2::text)::xid8
       and (not exists (select from trading.order_mark m where m.committed = o.committed
             and m.is_received = (o.state = 'received') and o.id = any (m.orders))
         or o.updated_at <> o.created_at
           and o.id not in (select unnest(orders) from trading.order_mark where is_received))
     order by o.committed, o.id limit ${maxExamples}`,
    [from, String(after ?? 0n)],
  )
  return rows.map(({ id }) => `trading.client_order ${id} was written past the service`)
}
