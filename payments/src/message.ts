import type { FiatCurrency } from './bankfile.ts'

// A message is described once, as data: its elements in the official order, with their occurrence and type. `read.ts` and
// `write.ts` both follow this description, so we can read what we write.

/** The text of an element. `problem` checks the text when reading and when writing. */
export type SimpleType<V> = {
  readonly kind: 'leaf'
  problem(text: string): string | null
  parse(text: string): V
  print(value: V): string
}

export type Money = { readonly currency: FiatCurrency; readonly minor: bigint }

/** A decimal with its currency in the attribute `Ccy`. */
type AmountType = { readonly kind: 'amount' }

/** Keys in the order of the schema. An object literal keeps this order. */
export type Fields = { readonly [name: string]: Field }
export type Sequence<F extends Fields = Fields> = { readonly kind: 'sequence'; readonly fields: F }
/** Exactly one of its elements. */
export type Choice<F extends Fields = Fields> = { readonly kind: 'choice'; readonly fields: F }
export type Type = SimpleType<unknown> | AmountType | Sequence | Choice

type One<T extends Type> = { readonly occurs: 'one'; readonly type: T; readonly max: 1 }
type Optional<T extends Type> = { readonly occurs: 'optional'; readonly type: T; readonly max: 1 }
type Many<T extends Type> = { readonly occurs: 'many'; readonly type: T; readonly min: number; readonly max: number }
/** Part of the official schema, accepted at its position, and ignored. */
type Skip = { readonly occurs: 'skip'; readonly max: number }
export type Field = One<Type> | Optional<Type> | Many<Type> | Skip

export type Message<F extends Fields = Fields> = { readonly namespace: string; readonly document: Sequence<F> }

export const amount: AmountType = { kind: 'amount' }

export function sequence<const F extends Fields>(fields: F): Sequence<F> {
  return { kind: 'sequence', fields }
}

export function choice<const F extends Fields>(fields: F): Choice<F> {
  return { kind: 'choice', fields }
}

export function one<T extends Type>(type: T): One<T> {
  return { occurs: 'one', type, max: 1 }
}

export function optional<T extends Type>(type: T): Optional<T> {
  return { occurs: 'optional', type, max: 1 }
}

export function many<T extends Type>(type: T, min = 0, max = Number.POSITIVE_INFINITY): Many<T> {
  return { occurs: 'many', type, min, max }
}

export const skip: Skip = { occurs: 'skip', max: 1 }
export const skipMany: Skip = { occurs: 'skip', max: Number.POSITIVE_INFINITY }

/** The minimum occurrence of an element. */
export function leastOf(field: Field): number {
  if (field.occurs === 'many') return field.min
  return field.occurs === 'one' ? 1 : 0
}

/** The TypeScript type of an element's content. */
export type ValueOf<T> =
  T extends SimpleType<infer V>
    ? V
    : T extends AmountType
      ? Money
      : T extends Sequence<infer F>
        ? SequenceValue<F>
        : T extends Choice<infer F>
          ? ChoiceValue<F>
          : never

type SequenceValue<F extends Fields> = {
  -readonly [K in keyof F as F[K] extends One<Type> ? K : never]: F[K] extends One<infer T> ? ValueOf<T> : never
} & {
  -readonly [K in keyof F as F[K] extends Optional<Type> ? K : never]?:
    | (F[K] extends Optional<infer T> ? ValueOf<T> : never)
    | undefined
} & {
  -readonly [K in keyof F as F[K] extends Many<Type> ? K : never]: F[K] extends Many<infer T> ? ValueOf<T>[] : never
}

type ChoiceValue<F extends Fields> = {
  -readonly [K in keyof F as F[K] extends One<Type> ? K : never]?:
    | (F[K] extends One<infer T> ? ValueOf<T> : never)
    | undefined
}
