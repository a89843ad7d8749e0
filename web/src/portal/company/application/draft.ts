import type { Entity } from '../words.ts'

// The company's data while it is typed. The service stores complete fields only; incomplete ones stay here.

export type Licence = NonNullable<Entity['licences']>[number]

export type Draft = {
  /** By the service's name of the field: `legal_name`, `registered_address.city`. */
  readonly text: Readonly<Record<string, string>>
  readonly isSameAddress: boolean
  readonly products: NonNullable<Entity['products']>
  /** Null: not answered yet. */
  readonly licences: readonly Licence[] | null
  readonly withoutOwner: boolean
}

export const emptyLicence: Licence = { authority: '', number: '', kind: '', country: '' }

const plainFields = [
  'legal_name',
  'trading_name',
  'registration_number',
  'registration_authority',
  'lei',
  'country',
  'incorporated_on',
  'activity',
  'activity_description',
  'source_of_funds',
] as const

export function draftOf(entity: Entity): Draft {
  const { registered_address: registered, business_address: business } = entity
  return {
    text: flattened(entity),
    isSameAddress:
      business === undefined ? registered === undefined : JSON.stringify(registered) === JSON.stringify(business),
    products: entity.products ?? [],
    licences: entity.licences ?? null,
    withoutOwner: entity.without_owner ?? false,
  }
}

/** `{ a: { b: 'c' } }` → `{ 'a.b': 'c' }`, without lists. */
function flattened(value: object, path = ''): Record<string, string> {
  const pairs = Object.entries(value as Record<string, string | number | boolean | object | null>).flatMap(
    ([name, member]): (readonly [string, string])[] => {
      if (member === null || Array.isArray(member) || typeof member === 'boolean') return []
      if (typeof member === 'object') return Object.entries(flattened(member, `${path}${name}.`))
      return [[`${path}${name}`, String(member)]]
    },
  )
  return Object.fromEntries(pairs)
}

/** The part of a draft that can be saved, and the names of incomplete fields. */
export function entityOf(draft: Draft): { entity: Entity; begun: (keyof Entity)[] } {
  const at = (name: string) => (draft.text[name] ?? '').trim()
  const begun: (keyof Entity)[] = []
  const entity: Record<string, unknown> = { without_owner: draft.withoutOwner }
  for (const name of plainFields) if (at(name) !== '') entity[name] = at(name)
  const whole = (name: keyof Entity, value: object | null, isBegun: boolean) => {
    if (value !== null) entity[name] = value
    else if (isBegun) begun.push(name)
  }
  const address = (name: 'registered_address' | 'business_address') => {
    const [street, city, country, code] = ['street', 'city', 'country', 'postal_code'].map((part) =>
      at(`${name}.${part}`),
    )
    const value = street && city && country ? { street, postal_code: code || null, city, country } : null
    return { value, isBegun: Boolean(street || city || country || code) }
  }
  const registered = address('registered_address')
  whole('registered_address', registered.value, registered.isBegun)
  const business = draft.isSameAddress ? { value: registered.value, isBegun: false } : address('business_address')
  whole('business_address', business.value, business.isBegun)
  const [volume, count] = [at('expected_volumes.monthly_volume'), at('expected_volumes.monthly_transactions')]
  const currency = at('expected_volumes.currency') || 'CHF'
  whole(
    'expected_volumes',
    volume && count ? { currency, monthly_volume: volume, monthly_transactions: Number(count) } : null,
    Boolean(volume || count),
  )
  if (draft.products.length > 0) entity['products'] = draft.products
  const isWhole = (licence: Licence) => Object.values(licence).every((part) => part.trim() !== '')
  if (draft.licences !== null) whole('licences', draft.licences.every(isWhole) ? [...draft.licences] : null, true)
  return { entity, begun }
}
