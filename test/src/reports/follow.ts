import type { Sql } from '@specie/service/base/database/db.ts'
import type { Report, Table } from '@specie/service/reports/document/report.ts'
import { type AssetCode, assets } from '@specie/protocol/assets.ts'
import { formatMinor } from '@specie/protocol/money.ts'
import { minorOf } from '../exact.ts'

// Follows the sources of a report: every figure is computed again from the rows that its source names, without code of the
// reports.

type Wrong = { table: string; row: number; column: string; value: string; source: string; found: string | null }

const word = '([^ ]+)'

const formatAmount = (asset: string, minor: bigint): string => formatMinor(minor, assets[asset as AssetCode].decimals)
/** In the smallest unit of a coin, which is finer than that of its fiat. */
const parseAmount = (text: string): bigint => minorOf('VCHF', text)

/** The figures that were followed, and those that differ. */
export async function followed(sql: Sql, { tables }: Report): Promise<{ figures: number; wrong: Wrong[] }> {
  const wrong: Wrong[] = []
  let figures = 0
  for (const { name, columns, rows } of tables) {
    for (const [n, { cells, sources }] of rows.entries()) {
      for (const [column, source] of Object.entries(sources)) {
        const value = cells[columns.indexOf(column)]!
        const found = await figureOf(sql, tables, source, { columns, cells, column })
        figures += 1
        if (found !== value) wrong.push({ table: name, row: n + 1, column, value, source, found })
      }
    }
  }
  return { figures, wrong }
}

type Cell = { columns: readonly string[]; cells: readonly string[]; column: string }

async function figureOf(sql: Sql, tables: readonly Table[], source: string, cell: Cell): Promise<string | null> {
  if (source.includes(' + ') && !source.startsWith('row ')) {
    const parts = await Promise.all(source.split(' + ').map((one) => figureOf(sql, tables, one, cell)))
    return formatAmount(
      'VCHF',
      parts.reduce((sum, one) => sum + parseAmount(one!), 0n),
    )
  }
  const found = (pattern: string) => new RegExp(`^${pattern}$`).exec(source)?.slice(1)
  const transfers = found(`transfers ${word} ${word} ${word} before ${word}`)
  if (transfers) return balanceOf(sql, transfers)
  const supply = found(`supply ${word} ${word} before ${word}`)
  if (supply) return supplyOf(sql, supply)
  const account = found(`account ([a-z]+)/([a-z_]+)(?::([^ ]+))? ${word} line (\\d+)`)
  if (account) return lineOf(sql, account)
  const lines = found(`lines ([a-z]+)/([a-z_]+) ${word} (\\d+) to (\\d+) of ${word}`)
  if (lines) return turnoverOf(sql, lines, cell.column)
  if (found('setting ([A-Z_]+)')) return cell.cells[0]!
  const registered = found(`registered ${word}`)
  if (registered) return registeredAs(sql, registered[0]!, cell)
  const statement = found('statement (\\d+)')
  if (statement) return statedBy(sql, statement[0]!)
  const traffic = found('traffic ([A-Z]+) ([0-9-]+)( private)?')
  if (traffic) return trafficOf(sql, traffic, cell.column)
  const daily = found('sum ([a-z]+)\\.([a-z_]+) (.*) over (\\d+) days')
  if (daily)
    return formatAmount('VCHF', parseAmount(sumOf(tables, daily[0]!, daily[1]!, daily[2]!)) / BigInt(daily[3]!))
  const among = found('(last|maximum|average|minimum) ([a-z]+)\\.([a-z_]+)(.*)')
  if (among) return amongDays(tables, among)
  const sum = found('sum ([a-z]+)\\.([a-z_]+)(.*)')
  if (sum) return sumOf(tables, sum[0]!, sum[1]!, sum[2]!)
  const count = found('count ([a-z]+)(.*)')
  if (count) return String(rowsWith(tables, count[0]!, count[1]!).length)
  return source.startsWith('row ') ? computed(source.slice('row '.length), cell) : null
}

async function balanceOf(sql: Sql, [chain, asset, address, before]: string[]): Promise<string> {
  const [row] = await sql.query<{ amount: bigint }>(
    `select coalesce(sum(case when recipient = $3 then amount else 0 end - case when sender = $3 then amount else 0 end), 0)
       as amount
     from chains.coin_transfer where chain = $1 and asset = $2 and $3 in (sender, recipient) and at < $4`,
    [chain, asset, address, before],
  )
  return formatAmount(asset!, row!.amount)
}

async function supplyOf(sql: Sql, [chain, asset, before]: string[]): Promise<string> {
  const [row] = await sql.query<{ amount: bigint }>(
    `select coalesce(sum(case when sender is null then amount else -amount end), 0) as amount from chains.coin_transfer
     where chain = $1 and asset = $2 and (sender is null) <> (recipient is null) and at < $3`,
    [chain, asset, before],
  )
  return formatAmount(asset!, row!.amount)
}

async function lineOf(sql: Sql, [pool, name, owner, asset, version]: (string | undefined)[]): Promise<string | null> {
  if (version === '0') return '0'
  const [row] = await sql.query<{ balance: bigint }>(
    `select e.balance from ledger.entry e join ledger.account a on a.id = e.account_id
     where (a.pool, a.name, a.owner, a.asset, e.version) = ($1, $2, $3, $4, $5)`,
    [pool, name, owner ?? '', asset, version],
  )
  return row ? formatAmount(asset!, row.balance) : null
}

async function turnoverOf(sql: Sql, [pool, name, asset, first, last, kind]: string[], column: string) {
  const [row] = await sql.query<{ journals: bigint; debits: bigint; credits: bigint }>(
    `select count(distinct j.id) as journals, coalesce(sum(amount) filter (where amount > 0), 0) as debits,
       coalesce(-sum(amount) filter (where amount < 0), 0) as credits
     from ledger.entry e join ledger.account a on a.id = e.account_id join ledger.journal j on j.id = e.journal_id
     where (a.pool, a.name, a.owner, a.asset) = ($1, $2, '', $3) and e.version between $4 and $5 and j.kind = $6`,
    [pool, name, asset, first, last, kind],
  )
  if (column === 'journals') return String(row!.journals)
  // The accounts of the reserve that a report shows are debit accounts.
  return formatAmount(asset!, column === 'added' ? row!.debits : row!.credits)
}

async function registeredAs(sql: Sql, id: string, { columns, cells }: Cell): Promise<string | null> {
  const [row] = await sql.query<{ code: string; content: Record<string, unknown> }>(
    'select code, content from reports.outsourced_service where id = $1',
    [id],
  )
  const first = cells[0]!
  const known = [row?.code, ...Object.values(row?.content ?? {})]
  return columns.length > 0 && known.includes(first) ? first : null
}

const theirs = `exists (select from destinations.address a where a.blockchain = t.chain and a.address = side
  and a.state not in ('revoked', 'rejected') and a.ownership = 'vasp')`
const ours = `(exists (select from chains.wallet w where w.chain = t.chain and w.address = side)
  or exists (select from chains.deposit_address d where d.address = side))`

async function trafficOf(sql: Sql, [asset, day, kind]: (string | undefined)[], column: string): Promise<string> {
  const of = (what: string) => [what.replaceAll('side', 't.sender'), what.replaceAll('side', 't.recipient')]
  const counted =
    kind === undefined
      ? `not (${of(ours).join(' and ')})`
      : [...of(ours), ...of(theirs)].map((one) => `not ${one}`).join(' and ')
  const [row] = await sql.query<{ count: bigint; value: bigint }>(
    `select count(*) as count, coalesce(sum(amount), 0) as value from chains.coin_transfer t
     where asset = $1 and sender is not null and recipient is not null
       and at >= $2::timestamptz and at < $2::timestamptz + interval '1 day' and ${counted}`,
    [asset, `${day}T00:00:00Z`],
  )
  return column.endsWith('value') ? formatAmount(asset!, row!.value) : String(row!.count)
}

function amongDays(tables: readonly Table[], [which, name, column, where]: string[]): string {
  const found = rowsWith(tables, name!, where!).map(({ columns, cells }) =>
    parseAmount(cells[columns.indexOf(column!)]!),
  )
  const sorted = found.toSorted((a, b) => (a < b ? -1 : Number(a > b)))
  const sum = found.reduce((total, one) => total + one, 0n)
  const figure = { last: found.at(-1), maximum: sorted.at(-1), minimum: sorted[0], average: sum / BigInt(found.length) }
  return formatAmount('VCHF', figure[which as keyof typeof figure]!)
}

async function statedBy(sql: Sql, message: string): Promise<string | null> {
  const [row] = await sql.query<{ closing: bigint; currency: string }>(
    `select m.closing, b.currency from banking.message m join banking.bank_account b on b.iban = m.account where m.id = $1`,
    [message],
  )
  return row ? formatAmount(row.currency, row.closing) : null
}

function rowsWith(
  tables: readonly Table[],
  name: string,
  where: string,
): { columns: readonly string[]; cells: readonly string[] }[] {
  const { columns, rows } = tables.find((one) => one.name === name)!
  const conditions = where
    .trim()
    .split(' ')
    .filter(Boolean)
    .map((one) => one.split('=') as [string, string])
  const fits = (cells: readonly string[]) =>
    conditions.every(([column, value]) => cells[columns.indexOf(column)] === value)
  return rows.filter(({ cells }) => fits(cells)).map(({ cells }) => ({ columns, cells }))
}

function sumOf(tables: readonly Table[], name: string, column: string, where: string): string {
  const found = rowsWith(tables, name, where)
  const total = found.reduce((sum, { columns, cells }) => sum + parseAmount(cells[columns.indexOf(column)]!), 0n)
  return formatAmount('VCHF', total)
}

/** A formula over other cells of the row: `held - issued`, or a fixed figure with its reason. */
function computed(formula: string, { columns, cells }: Cell): string | null {
  const fixed = /^(\d+):/.exec(formula)
  if (fixed) return fixed[1]!
  const of = (name: string) => parseAmount(cells[columns.indexOf(name)]!)
  const difference = /^(\w+) - (\w+)$/.exec(formula)
  if (difference) return formatAmount('VCHF', of(difference[1]!) - of(difference[2]!))
  const available = /^(\w+) \+ (\w+) - (\w+)$/.exec(formula)
  if (available) return formatAmount('VCHF', of(available[1]!) + of(available[2]!) - of(available[3]!))
  const ratio = /^(\w+) \/ (\w+)$/.exec(formula)
  if (!ratio) return null
  return ratioOf(of(ratio[1]!), of(ratio[2]!))
}

function ratioOf(available: bigint, coins: bigint): string {
  if (coins === 0n) return ''
  const parts = ((available > 0n ? available : 0n) * 10_000n) / coins
  return `${parts / 10_000n}.${String(parts % 10_000n).padStart(4, '0')}`.replace(/\.?0+$/, '')
}
