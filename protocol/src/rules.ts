import { z } from 'zod'
import { assets } from './assets.ts'
import { isCountryCode } from './countries.ts'
import { assetCode, uuid } from './fields.ts'
import { heldKinds } from './holds.ts'
import { riskClasses } from './onboarding/kyb.ts'

// Monitoring rules as data: what they look for, where they apply, and what a hit does. docs/rules.md

const chf = z
  .string()
  .regex(/^(0|[1-9]\d{0,14})(\.\d{1,2})?$/, 'an amount of francs, such as 500000 or 12500.50')
  .meta({ description: 'In CHF. Other assets are valued at the reference rate of the moment.', examples: ['500000'] })
const hours = z
  .int()
  .min(1)
  .max(8_784)
  .meta({ description: 'The window, in hours; at most a year.', examples: [24] })
const several = z.int().min(2).max(10_000)

/** The closed list of kinds, with their parameters. */
const looksFor = z.discriminatedUnion('kind', [
  z.strictObject({ kind: z.literal('amount'), over: chf }),
  z
    .strictObject({
      kind: z.literal('velocity'),
      hours,
      count: z.int().min(1).max(100_000).optional().meta({ description: 'More than this number.' }),
      over: chf.optional(),
    })
    .refine(({ count, over }) => count !== undefined || over !== undefined, 'name a number, an amount, or both'),
  z.strictObject({ kind: z.literal('first_use'), over: chf }),
  z.strictObject({
    kind: z.literal('country'),
    countries: z.array(z.string().refine(isCountryCode, 'a country code (ISO 3166)')).min(1).max(250),
  }),
  z.strictObject({ kind: z.literal('dormant'), days: z.int().min(1).max(3_660), over: chf }),
  z.strictObject({
    kind: z.literal('structuring'),
    below: chf,
    percent: z.int().min(1).max(90).meta({ description: 'How far below the threshold an item may be, in percent.' }),
    count: several,
    hours,
  }),
  z.strictObject({ kind: z.literal('round_trip'), hours, over: chf }),
  z.strictObject({ kind: z.literal('many_to_one'), hours, institutions: several }),
])

export type LooksFor = z.output<typeof looksFor>
export type RuleKind = LooksFor['kind']
export const ruleKinds = [
  'amount',
  'velocity',
  'first_use',
  'country',
  'dormant',
  'structuring',
  'round_trip',
  'many_to_one',
] as const satisfies readonly RuleKind[]

const anyOf = <T extends z.ZodType>(one: T, what: string) =>
  z
    .array(one)
    .max(100)
    .default([])
    .meta({ description: `${what} An empty list matches all.` })

/** Where a rule applies. Its counts and sums are of the same items. */
const scope = z.strictObject({
  kinds: anyOf(z.enum(heldKinds), 'Kinds of items.'),
  assets: anyOf(assetCode, 'Assets.'),
  risk_classes: anyOf(z.enum(riskClasses), 'Risk classes of the institution.'),
  institutions: anyOf(uuid, 'Institutions.'),
})
export type RuleScope = z.output<typeof scope>

export const ruleEffects = ['alert', 'aml_review', 'edd_required'] as const
export type RuleEffect = (typeof ruleEffects)[number]

export const ruleDefinition = z.strictObject({
  looks_for: looksFor,
  scope: scope.default({ kinds: [], assets: [], risk_classes: [], institutions: [] }),
  effect: z
    .enum(ruleEffects)
    .meta({ description: '`alert`: it is only noted. Otherwise the reason of the hold that it places.' }),
})
export type RuleDefinition = z.output<typeof ruleDefinition>

/** The figures that made a rule fire; amounts in CHF. */
export const ruleFigures = z.object({
  worth: z.string().nullable().optional().meta({ description: 'Of the item. Null: there was no rate to value it.' }),
  count: z.int().optional().meta({ description: 'Items in the window, with this one.' }),
  sum: z.string().optional().meta({ description: 'Of the items in the window.' }),
  countries: z.array(z.string()).optional(),
  last_at: z.string().optional().meta({ description: 'The last movement before it.' }),
  minted: z.string().optional(),
  redeemed: z.string().optional(),
  institutions: z.int().optional(),
})
export type RuleFigures = z.output<typeof ruleFigures>

/** What a hit of the rule is about, in one sentence: «More than 5 withdrawals or more than CHF 500,000 within 24 hours». */
export function ruleText({ looks_for: rule, scope: where }: RuleDefinition): string {
  const items = itemWords(where, true)
  const item = itemWords(where, false)
  return `${capital(sentence(rule, items, item))}${whereWords(where)}.`
}

function sentence(rule: LooksFor, items: string, item: string): string {
  switch (rule.kind) {
    case 'amount':
      return `a ${item} of more than ${francs(rule.over)}`
    case 'velocity': {
      const limits = [
        ...(rule.count === undefined ? [] : [`more than ${number(rule.count)} ${items}`]),
        ...(rule.over === undefined ? [] : [`${items} of more than ${francs(rule.over)}`]),
      ]
      return `${limits.join(', or ')} ${within(rule.hours)}`
    }
    case 'first_use':
      return `the first ${item} with an address, account or sender, of more than ${francs(rule.over)}`
    case 'country':
      return `a ${item} that concerns ${rule.countries.join(', ')}`
    case 'dormant':
      return `a ${item} of more than ${francs(rule.over)} after ${counted(rule.days, 'day')} without any movement`
    case 'structuring':
      return `${number(rule.count)} or more ${items} ${within(rule.hours)}, each at most ${rule.percent} % below ${francs(rule.below)}`
    case 'round_trip':
      return `more than ${francs(rule.over)} of a coin both minted and redeemed ${within(rule.hours)}`
    case 'many_to_one':
      return `${items} of ${number(rule.institutions)} or more institutions with the same address or account ${within(rule.hours)}`
  }
}

/** Why it fired: «6 withdrawals within 24 hours, CHF 612,400; the rule allows 5 and CHF 500,000». */
export function hitText({ looks_for: rule, scope: where }: RuleDefinition, figures: RuleFigures): string {
  const { worth, count = 0, sum = '0' } = figures
  const value = worth === null || worth === undefined ? 'a value that is unknown without a rate' : francs(worth)
  switch (rule.kind) {
    case 'amount':
      return `${value}; the rule allows ${francs(rule.over)}`
    case 'velocity': {
      const allowed = [
        ...(rule.count === undefined ? [] : [number(rule.count)]),
        ...(rule.over === undefined ? [] : [francs(rule.over)]),
      ]
      const unknown = rule.over !== undefined && worth === null ? ', and one of unknown value' : ''
      const words = itemWords(where, count !== 1)
      return `${number(count)} ${words} ${within(rule.hours)}, ${francs(sum)}${unknown}; the rule allows ${allowed.join(' and ')}`
    }
    case 'first_use':
      return `first used, with ${value}; the rule allows ${francs(rule.over)}`
    case 'country':
      return `it concerns ${(figures.countries ?? []).join(', ')}`
    case 'dormant':
      return `${value}, after no movement since ${figures.last_at?.slice(0, 10)}; the rule allows ${francs(rule.over)} after ${counted(rule.days, 'day')}`
    case 'structuring':
      return `${number(count)} ${itemWords(where, true)} just below ${francs(rule.below)} ${within(rule.hours)}, ${francs(sum)} together; the rule allows ${number(rule.count - 1)}`
    case 'round_trip':
      return `${francs(figures.minted ?? '0')} minted and ${francs(figures.redeemed ?? '0')} redeemed ${within(rule.hours)}; the rule allows ${francs(rule.over)}`
    case 'many_to_one':
      return `${counted(figures.institutions ?? 0, 'institution')} with the same address or account ${within(rule.hours)}; the rule allows ${number(rule.institutions - 1)}`
  }
}

const plurals: { readonly [kind in (typeof heldKinds)[number]]: string } = {
  mint: 'mints',
  redemption: 'redemptions',
  withdrawal: 'withdrawals',
  deposit: 'deposits',
  wire: 'wires',
  rail: 'rails',
  payment: 'rail payments',
}

function itemWords({ kinds, assets: only }: RuleScope, plural: boolean): string {
  const named = kinds.map((kind) => (plural ? plurals[kind] : kind === 'payment' ? 'rail payment' : kind))
  const words = named.length === 0 ? (plural ? 'items' : 'movement') : either(named)
  return only.length === 0 ? words : `${words} in ${either(only)}`
}

function whereWords({ risk_classes: classes, institutions }: RuleScope): string {
  const risk = classes.length === 0 ? '' : `, of institutions with ${either(classes)} risk`
  return institutions.length === 0 ? risk : `${risk}, of ${counted(institutions.length, 'named institution')}`
}

const either = (words: readonly string[]): string =>
  words.length < 2 ? words.join('') : `${words.slice(0, -1).join(', ')} or ${words.at(-1)}`
const within = (length: number): string => `within ${counted(length, 'hour')}`
const counted = (count: number, what: string): string => `${number(count)} ${what}${count === 1 ? '' : 's'}`
const grouped = (digits: string): string => digits.replaceAll(/\B(?=(\d{3})+$)/g, ',')
const number = (value: number): string => grouped(String(value))
const capital = (text: string): string => text[0]!.toUpperCase() + text.slice(1)

/** `CHF 612,400.50` */
export function francs(amount: string): string {
  const [whole = '0', cents = ''] = amount.split('.')
  const rest = /^0*$/.test(cents) ? '' : `.${cents.padEnd(assets.CHF.decimals, '0')}`
  return `CHF ${grouped(whole)}${rest}`
}
