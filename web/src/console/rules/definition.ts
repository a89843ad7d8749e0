import { type RuleDefinition, ruleDefinition, type RuleEffect, type RuleKind } from '@specie/protocol/rules.ts'

// The fields of the form, and the definition that they make. Fields are texts until they are sent.

export type Fields = {
  readonly kind: RuleKind
  readonly effect: RuleEffect
  readonly items: string
  readonly over: string
  readonly count: string
  readonly hours: string
  readonly days: string
  readonly countries: string
  readonly below: string
  readonly percent: string
}

type Parameter = 'over' | 'count' | 'hours' | 'days' | 'countries' | 'below' | 'percent'

/** The fields of each kind, in their order. */
export const parameters: { readonly [kind in RuleKind]: readonly Parameter[] } = {
  amount: ['over'],
  velocity: ['count', 'over', 'hours'],
  first_use: ['over'],
  country: ['countries'],
  dormant: ['days', 'over'],
  structuring: ['count', 'below', 'percent', 'hours'],
  round_trip: ['over', 'hours'],
  many_to_one: ['count', 'hours'],
}

const anyItem = ''

export const itemChoices = [
  { value: anyItem, label: 'Everything' },
  { value: 'withdrawal', label: 'Withdrawals' },
  { value: 'mint', label: 'Mints' },
  { value: 'redemption', label: 'Redemptions' },
  { value: 'withdrawal,redemption,payment', label: 'Outgoing payments' },
  { value: 'wire,deposit', label: 'Incoming payments' },
  { value: 'wire', label: 'Wires' },
  { value: 'deposit', label: 'Deposits' },
  { value: 'payment', label: 'Rail payments' },
  { value: 'rail', label: 'Rails' },
]

export const noFields: Fields = {
  kind: 'amount',
  effect: 'aml_review',
  items: anyItem,
  over: '',
  count: '',
  hours: '24',
  days: '',
  countries: '',
  below: '',
  percent: '10',
}

/** The fields that make this definition. */
export function fieldsOf({ looks_for: rule, scope, effect }: RuleDefinition): Fields {
  const { kind, ...values } = rule
  const { countries, institutions, ...numbers } = values as Record<string, unknown> & {
    countries?: string[]
    institutions?: number
  }
  const texts = Object.fromEntries(Object.entries(numbers).map(([name, value]) => [name, String(value)]))
  return {
    ...noFields,
    ...texts,
    ...(countries !== undefined && { countries: countries.join(', ') }),
    ...(institutions !== undefined && { count: String(institutions) }),
    kind,
    effect,
    items: scope.kinds.join(','),
  }
}

/** Null while a field is missing or wrong. */
export function definitionOf(fields: Fields, before: RuleDefinition | undefined): RuleDefinition | null {
  const { kind, effect, items } = fields
  const given = Object.fromEntries(
    parameters[kind].flatMap((name) => (fields[name].trim() === '' ? [] : [valueOf(kind, name, fields[name].trim())])),
  )
  const scope = { ...before?.scope, kinds: items === anyItem ? [] : items.split(',') }
  const parsed = ruleDefinition.safeParse({ looks_for: { kind, ...given }, scope, effect })
  return parsed.success ? parsed.data : null
}

function valueOf(kind: RuleKind, name: Parameter, text: string): [string, unknown] {
  if (name === 'over' || name === 'below') return [name, text.replaceAll(/[,’' ]/g, '')]
  if (name === 'countries')
    return [
      name,
      text
        .toUpperCase()
        .split(/[\s,]+/)
        .filter(Boolean),
    ]
  return [kind === 'many_to_one' && name === 'count' ? 'institutions' : name, Number(text)]
}
