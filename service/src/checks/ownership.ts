import type { Rule, CheckRange } from './rule.ts'

// Every journal belongs to a row, and every row has exactly the journals that its state requires. The rules are written in
// SQL, here and in the check files of the rooms, separately from the posting code, so that a mistake there is not repeated
// here.

/** pool/name, owner ('' for none), asset, amount. The last three are SQL over the row. */
export type ExpectedLine = readonly [account: string, owner: string, asset: string, amount: string]

/** One journal of a row: the condition for its existence, and its lines. */
export type ExpectedJournal = {
  /** The last part of the key and of the kind: `mint:<id>:issued`, `mint_issued`. */
  readonly step: string
  /** SQL over the row. */
  readonly when: string
  readonly lines: readonly ExpectedLine[]
  /** SQL of the key, if it differs from the default. */
  readonly key?: string
  readonly kind?: string
  /** SQL of the kind, if it depends on the row. */
  readonly kindOf?: string
  /** Joined to the row: one journal for each result. */
  readonly each?: string
}

export type Owned = {
  /** The first part of its journals' keys. */
  readonly prefix: string
  readonly table: string
  /** The rows with the values that their journals use; `row` is the key as text. `from` is the table or a part of it. */
  readonly rows: (from: string) => string
  readonly journals: readonly ExpectedJournal[]
}

/** The expected lines: (key, kind, row, pool, name, owner, asset, amount). */
export type ExpectedLines = {
  readonly prefix: string
  readonly table: string
  readonly lines: (from: string) => string
}

export function linesOf({ prefix, table, rows, journals }: Owned): ExpectedLines {
  const lines = (from: string) => {
    const each = journals.map((journal) => selectOf(prefix, journal)).join('\n union all ')
    return `(with own as materialized (${rows(from)}) ${each})`
  }
  return { prefix, table, lines }
}

function selectOf(prefix: string, { step, when, lines, key, kind, kindOf, each }: ExpectedJournal): string {
  const values = lines.map(([account, owner, asset, amount]) => {
    const [pool, name] = account.split('/')
    return `('${pool}', '${name}', (${owner})::text, (${asset})::text, (${amount})::numeric)`
  })
  return `select ${key ?? `'${prefix}:' || own.row || ':${step}'`} as key, ${kindOf ?? `'${kind ?? `${prefix}_${step}`}'`} as kind,
      own.row, line.* from own ${each ? `cross join lateral ${each}` : ''}
    cross join lateral (values ${values.join(', ')}) line (pool, name, owner, asset, amount) where ${when}`
}

const keyPrefix = `split_part(j.key, ':', 1)`

/** One rule per prefix: expected and booked lines are the same. Journals of `others` have their own rules. */
export function ownershipRules(all: readonly ExpectedLines[], others: readonly string[]): Rule[] {
  const groups = [...Map.groupBy(all, (one) => one.prefix)]
  return [
    ...groups.map(([prefix, some]) => ownershipRule(prefix, some)),
    {
      invariant: 'L1',
      what: 'every journal belongs to a row',
      breaks: (since) => `
        select format('ledger.journal %s: no row has journals like %s (%s)', j.id, j.key, j.kind) from ledger.journal j
        where j.id > ${since.journals} and ${keyPrefix} <> all('{${[...groups.map(([prefix]) => prefix), ...others].join(',')}}')`,
    },
  ]
}

export function ownershipRule(prefix: string, some: readonly ExpectedLines[]): Rule {
  const tables = some.map(({ table }) => table).join(' and ')
  return {
    invariant: 'L1',
    what: `${tables} (${prefix}): each row has exactly its own journals`,
    breaks: (since) => {
      const expected = some
        .map(({ table, lines }) => `select '${table}' as tbl, e.* from ${lines(recent(table, prefix, since))} e`)
        .join('\n union all ')
      return `
        with expected as materialized (
          select tbl, row, key, kind, pool, name, owner, asset, sum(amount) as amount from (${expected}) each
          group by tbl, row, key, kind, pool, name, owner, asset having sum(amount) <> 0
        ), booked as (
          select j.id as journal, j.key, j.kind, a.pool, a.name, a.owner, a.asset, sum(e.amount) as amount
          from ledger.journal j left join ledger.entry e on e.journal_id = j.id left join ledger.account a on a.id = e.account_id
          where ${keyPrefix} = '${prefix}' and ${booked(since)}
          group by j.id, a.pool, a.name, a.owner, a.asset
        )
        select format('%s %s: %s has %s on %s, by the row %s', coalesce(tbl, '${some[0]!.table}'),
          coalesce(row, split_part(key, ':', 2)),
          coalesce('journal ' || journal || ' ' || key || ' (' || kind || ')', 'no journal ' || key), coalesce(booked.amount::text, 'nothing'),
          concat(pool, '/', name, ':' || nullif(owner, ''), '/', asset), coalesce(expected.amount::text, 'nothing'))
        from expected full join booked using (key, kind, pool, name, owner, asset)
        where expected.amount is distinct from booked.amount`
    },
  }
}

// A single `in` allows a join. With `id > … or key in (…)` each journal was tested separately: more than 17 minutes for
// 2,000 orders among 200,000.
const booked = (since: CheckRange): string =>
  since.full
    ? 'true'
    : `j.key in (select key from expected union select key from ledger.journal where id > ${since.journals})`

/** All rows of a table, or those that changed or were booked since. */
function recent(table: string, prefix: string, since: CheckRange): string {
  if (since.full) return table
  const isOrder = table === 'trading.client_order'
  const changed = isOrder
    ? `select o.id::text from trading.client_order o where o.committed > '${since.orders}'::xid8`
    : `select v.id from audit.version v where v.name = '${table}' and v.committed > '${since.versions}'::xid8`
  const column = keyColumns[table] ?? 'id'
  return `(select t.* from ${table} t where t.${column}::text in (
    ${changed} union select split_part(j.key, ':', 2) from ledger.journal j where j.id > ${since.journals} and ${keyPrefix} = '${prefix}'))`
}

const keyColumns: { readonly [table: string]: string } = { 'banking.expected': 'reference' }
