import { type AssetCode, assets } from '@specie/protocol/assets.ts'
import { parseAmount } from '@specie/protocol/money.ts'
import type { PlaceKind } from '@specie/protocol/web-api/places.ts'
import { type AmountText, amountIn, dayIn, type Part, partsIn } from '@specie/protocol/web-api/search-text.ts'
import type { Statement } from '../base/database/db.ts'
import { isUuid } from '../base/ids.ts'
import type { Field, Searchable } from '../base/searchable.ts'
import { beginsWith, hasPart, uuidHasPart } from '../base/text-part.ts'

// The statements of a search. All are made here, so that each one limits the owner. Each has an index: an amount and a day
// have statements of their own, because the planner would otherwise read the newest rows until enough of them fit.

/** The owner of the results: one institution in its portal; all in the console. */
export type Scope =
  | { readonly side: 'portal'; readonly institutionId: string; readonly mayRead: MayRead }
  | { readonly side: 'console'; readonly roles: readonly string[]; readonly mayRead: MayRead }

export type MayRead = (kind: PlaceKind) => boolean

/** What a search text can mean. */
export type Wanted = {
  readonly text: string
  readonly parts: readonly Part[]
  /** Ids of the things that a transaction is about. */
  readonly ids: readonly string[]
  readonly amounts: readonly { asset: AssetCode; minor: bigint }[]
  readonly day: { readonly from: Date; readonly to: Date } | null
}

/** The readings of a text without its transactions. `zone`: where its days begin. */
export function readingsOf(text: string, zone: string, now: Date): Omit<Wanted, 'ids'> {
  const amount = amountIn(text)
  const today = new Date(now.getTime() + offsetOf(now.getTime(), zone)).toISOString().slice(0, 10)
  const day = dayIn(text, today)
  return {
    text,
    parts: isUuid(text) ? [] : partsIn(text),
    amounts: amount === null ? [] : amountsOf(amount),
    day: day === null ? null : { from: startOf(day, 0, zone), to: startOf(day, 1, zone) },
  }
}

/** In each asset that has these decimals. */
function amountsOf({ plain, asset }: AmountText): { asset: AssetCode; minor: bigint }[] {
  const [whole = '', fraction = ''] = plain.split('.')
  return Object.values(assets)
    .filter(({ symbol, decimals }) => (asset ?? symbol) === symbol && fraction.length <= decimals && whole.length <= 18)
    .map(({ symbol }) => parseAmount(plain, symbol))
}

const dayMs = 86_400_000

function startOf(day: string, later: number, zone: string): Date {
  const inUtc = Date.parse(`${day}T00:00:00Z`) + later * dayMs
  return new Date(inUtc - offsetOf(inUtc - offsetOf(inUtc, zone), zone))
}

/** How far the clocks of a zone are ahead of UTC. */
function offsetOf(at: number, zone: string): number {
  const format = new Intl.DateTimeFormat('en', { timeZone: zone, timeZoneName: 'longOffset' })
  const name = format.formatToParts(at).find(({ type }) => type === 'timeZoneName')!.value
  const [, sign, hours, minutes] = /^GMT([+-])(\d\d):(\d\d)/.exec(name) ?? []
  return sign === undefined ? 0 : Number(`${sign}1`) * (Number(hours) * 60 + Number(minutes)) * 60_000
}

/** The largest number of results of one kind. */
export const maxOfKind = 5
/** An institution's rows of one kind that are searched for an amount without an index of amounts. */
const maxRead = 10_000

export function statementsOf(one: Searchable, scope: Scope, wanted: Wanted): Statement[] {
  return [byText, byAmount, byDay].flatMap((statement) => statement(one, scope, wanted) ?? [])
}

/** The rows of this kind with one of these ids. */
export function statementById(one: Searchable, scope: Scope, ids: readonly string[]): Statement {
  const { rows, add, values } = rowsOf(one, scope)
  return { text: `${rows} and id = any(${add(ids)}::uuid[])`, values }
}

type Rows = { readonly rows: string; readonly add: (value: unknown) => string; readonly values: unknown[] }

/** The rows of this kind that belong to the scope; conditions follow. */
function rowsOf({ columns, from }: Searchable, scope: Scope): Rows {
  const values: unknown[] = []
  const add = (value: unknown) => `$${values.push(value)}`
  const whose = scope.side === 'portal' ? `institution_id = ${add(scope.institutionId)}::uuid` : 'true'
  return { rows: `select * from (select ${columns} from ${from}) found where ${whose}`, add, values }
}

function byText(one: Searchable, scope: Scope, wanted: Wanted): Statement | null {
  const { rows, add, values } = rowsOf(one, scope)
  const matches = matchesOf(one, scope, wanted, add)
  if (matches.length === 0) return null
  return { text: `${rows} and (${matches.join(' or ')}) limit ${maxOfKind}`, values }
}

/** The newest with one of these amounts. `offset 0` lets the planner use the index of amounts alone. */
function byAmount(one: Searchable, scope: Scope, { amounts }: Wanted): Statement | null {
  const { movement } = one
  if (movement === undefined || amounts.length === 0 || isHidden(one, scope)) return null
  const { rows, add, values } = rowsOf(one, scope)
  const minors = `${add(amounts.map(({ minor }) => minor))}::numeric[]`
  const codes = `${add(amounts.map(({ asset }) => asset))}::text[]`
  const isOne = ({ asset, minor }: { asset: string; minor: string }) =>
    `(${minor} = any(${minors}) and (${asset}, ${minor}) in (select * from unnest(${codes}, ${minors})))`
  const conditions = `(${movement.amounts.map(isOne).join(' or ')})`
  const text = movement.manyRows
    ? `select * from (${rows} order by created_at desc limit ${maxRead}) newest where ${conditions}`
    : `select * from (${rows} and ${conditions} offset 0) amounts`
  return { text: `${text} order by created_at desc limit ${maxOfKind}`, values }
}

/** The newest of this day. */
function byDay(one: Searchable, scope: Scope, { day }: Wanted): Statement | null {
  if (one.movement === undefined || day === null || isHidden(one, scope)) return null
  const { rows, add, values } = rowsOf(one, scope)
  const range = `created_at >= ${add(day.from)}::timestamptz and created_at < ${add(day.to)}::timestamptz`
  return { text: `${rows} and ${range} order by created_at desc limit ${maxOfKind}`, values }
}

const isHidden = ({ movement }: Searchable, { side }: Scope): boolean =>
  side === 'console' && movement?.manyRows === true

type Add = Rows['add']

/** A search for a whole id returns only the row with that id. */
function matchesOf({ id, fields }: Searchable, scope: Scope, { text, parts, ids }: Wanted, add: Add): string[] {
  const whole = isUuid(text) ? [text.toLowerCase()] : ids
  const byId = id === 'uuid' && whole.length > 0 ? [`id = any(${add(whole)}::uuid[])`] : []
  if (isUuid(text)) return byId
  const byPartOfId = id === 'uuid' ? parts.flatMap((one) => uuidHasPart('id', one, add) ?? []) : []
  const byNumber = id === 'number' && /^\d{1,18}$/.test(text) ? [`id = ${add(text)}::bigint`] : []
  const usable = fields.filter(({ withinInstitution }) => scope.side === 'portal' || !withinInstitution)
  return [...byId, ...byPartOfId, ...byNumber, ...usable.flatMap((field) => matchOf(field, text, add))]
}

function matchOf({ sql, how, value }: Field, text: string, add: Add): string[] {
  const wanted = value === undefined ? text : value(text)
  if (wanted === null) return []
  if (how === 'exact') return [`${sql} = ${add(wanted)}`]
  if (how === 'part') return partsIn(wanted).map((one) => hasPart(sql, one, add))
  return [beginsWith(sql, wanted.toLowerCase(), add)]
}
