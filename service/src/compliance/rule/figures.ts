import { type LooksFor, type RuleDefinition, type RuleScope } from '@specie/protocol/rules.ts'
import { parseAmount } from '@specie/protocol/money.ts'

// What a rule counts, as SQL over compliance.movement. Items and history are evaluated by the same text.

/** Adds a value to the statement and returns its place: `$3`. */
export type Put = (value: unknown) => string

/** SQL about the movement `m`: the figures, the subquery that they need, and whether the rule fires. */
type Figures = { readonly figures: string; readonly from?: string; readonly fires: string }

/** A select of the movements for which the rule fires, with the figures. `which`: a condition on the movement `m`. */
export function firedSql({ looks_for: rule, scope }: RuleDefinition, which: string, put: Put, columns: string): string {
  const { figures, from = '', fires } = figuresOf(rule, scope, put)
  return `select ${columns}, m.item_id, m.institution_id, ${figures} as figures from compliance.movement m ${from}
    where ${[which, ...inScope('m', scope, put), `(${fires})`].join(' and ')}`
}

function figuresOf(rule: LooksFor, scope: RuleScope, put: Put): Figures {
  switch (rule.kind) {
    case 'amount':
      return { figures: object({ worth: francs('m.worth') }), fires: isOver('m.worth', rule.over, put) }
    case 'velocity':
      return velocity(rule, scope, put)
    case 'first_use':
      return {
        figures: object({ worth: francs('m.worth') }),
        fires: `m.counterparty is not null and ${isOver('m.worth', rule.over, put)} and not exists (
          select from compliance.movement o where o.institution_id = m.institution_id and o.counterparty = m.counterparty
            and o.at <= m.at and o.seq < m.seq${and(inScope('o', scope, put))})`,
      }
    case 'country': {
      const found = `array(select country from unnest(m.countries) country where country = any(${put(rule.countries)}::text[]))`
      return {
        figures: object({ countries: `to_jsonb(${found})` }),
        fires: `m.countries && ${put(rule.countries)}::text[]`,
      }
    }
    case 'dormant':
      return {
        figures: object({
          worth: francs('m.worth'),
          last_at: `to_char(f.last_at at time zone 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"')`,
        }),
        from: `cross join lateral (select o.at as last_at from compliance.movement o where o.institution_id = m.institution_id
          and o.at <= m.at and o.seq < m.seq order by o.at desc, o.seq desc limit 1) f`,
        fires: `f.last_at <= m.at - ${put(rule.days)}::integer * interval '1 day' and ${isOver('m.worth', rule.over, put)}`,
      }
    case 'structuring':
      return structuring(rule, scope, put)
    case 'round_trip':
      return roundTrip(rule, scope, put)
    case 'many_to_one':
      return {
        figures: object({ institutions: 'f.institutions' }),
        from: `cross join lateral (select count(distinct o.institution_id)::integer as institutions from compliance.movement o
          where o.counterparty = m.counterparty and ${window(rule.hours, put)}${and(inScope('o', scope, put))}) f`,
        fires: `f.institutions >= ${put(rule.institutions)}::integer`,
      }
  }
}

type Rule<K extends LooksFor['kind']> = Extract<LooksFor, { kind: K }>

function velocity({ hours, count, over }: Rule<'velocity'>, scope: RuleScope, put: Put): Figures {
  const limits = [
    ...(count === undefined ? [] : [`f.count > ${put(count)}::integer`]),
    ...(over === undefined ? [] : ['m.worth is null', `f.sum > ${put(minorOf(over))}::numeric`]),
  ]
  return {
    figures: object({ worth: francs('m.worth'), count: 'f.count', sum: francs('f.sum') }),
    from: `cross join lateral (select count(*)::integer as count, coalesce(sum(o.worth), 0) as sum from compliance.movement o
      where o.institution_id = m.institution_id and ${window(hours, put)}${and(inScope('o', scope, put))}) f`,
    fires: limits.join(' or '),
  }
}

function structuring(rule: Rule<'structuring'>, scope: RuleScope, put: Put): Figures {
  const below = minorOf(rule.below)
  const from = (below * BigInt(100 - rule.percent) + 99n) / 100n
  const isJustBelow = (row: string) => `${row}.worth >= ${put(from)}::numeric and ${row}.worth < ${put(below)}::numeric`
  return {
    figures: object({ worth: francs('m.worth'), count: 'f.count', sum: francs('f.sum') }),
    from: `cross join lateral (select count(*)::integer as count, sum(o.worth) as sum from compliance.movement o
      where o.institution_id = m.institution_id and ${window(rule.hours, put)} and ${isJustBelow('o')}${and(inScope('o', scope, put))}) f`,
    fires: `${isJustBelow('m')} and f.count >= ${put(rule.count)}::integer`,
  }
}

/** Of the coin of the item. The smaller of the two sums has made the round trip. */
function roundTrip({ hours, over }: Rule<'round_trip'>, scope: RuleScope, put: Put): Figures {
  const sumOf = (kind: string) => `coalesce(sum(o.worth) filter (where o.kind = '${kind}'), 0)`
  return {
    figures: object({ minted: francs('f.minted'), redeemed: francs('f.redeemed') }),
    from: `cross join lateral (select ${sumOf('mint')} as minted, ${sumOf('redemption')} as redeemed from compliance.movement o
      where o.institution_id = m.institution_id and o.asset = m.asset and ${window(hours, put)}${and(inScope('o', scope, put))}) f`,
    fires: `m.kind in ('mint', 'redemption') and least(f.minted, f.redeemed) > ${put(minorOf(over))}::numeric`,
  }
}

/** The movements `o` in the window that ends with the movement `m`, with `m`. */
const window = (hours: number, put: Put): string =>
  `o.at > m.at - ${put(hours)}::integer * interval '1 hour' and o.at <= m.at and o.seq <= m.seq`

/** An amount without a rate exceeds every limit, because its value is unknown. */
const isOver = (worth: string, limit: string, put: Put): string =>
  `coalesce(${worth} > ${put(minorOf(limit))}::numeric, true)`

function inScope(row: string, { kinds, assets, risk_classes: classes, institutions }: RuleScope, put: Put): string[] {
  const among = (column: string, type: string, values: readonly string[]) =>
    values.length === 0 ? [] : [`${row}.${column} = any(${put(values)}::${type}[])`]
  return [
    ...among('kind', 'text', kinds),
    ...among('asset', 'text', assets),
    ...among('risk_class', 'text', classes),
    ...among('institution_id', 'uuid', institutions),
  ]
}

const and = (conditions: readonly string[]): string => conditions.map((one) => ` and ${one}`).join('')
const francs = (minor: string): string => `(${minor} / 100)::numeric(40, 2)::text`
const minorOf = (amount: string): bigint => parseAmount(amount, 'CHF').minor
const object = (fields: Readonly<Record<string, string>>): string =>
  `jsonb_build_object(${Object.entries(fields)
    .map(([name, sql]) => `'${name}', ${sql}`)
    .join(', ')})`
