import { plainAmount } from '@specie/protocol/amount-text.ts'
import { grouped } from '../value/money.tsx'

// An amount as a person types or pastes it. The page keeps plain digits with one point, and shows them in groups.

/** `plain`: what the service takes; without a reading the text as it is, and how to write it. */
export type Reading = { readonly plain: string; readonly problem: string | null }

const plainForm = /^\d*\.?\d*$/
const decimalComma = /^(\d+),(\d*)$/

/** Reads what has only one meaning. `12,5` is not read: as groups it would be 125. */
export function readAmount(text: string, currency = ''): Reading {
  const bare = withoutCurrency(text.trim(), currency)
  const plain = plainAmount(bare)
  if (plain !== null) return { plain, problem: null }
  const [, whole, decimals] = decimalComma.exec(bare) ?? []
  if (whole === undefined) return { plain: text, problem: 'Only digits and one point: 1,250.50' }
  const cure = `${whole}.${decimals || '50'}`
  return { plain: text, problem: `A comma separates thousands. Write decimals after a point: ${cure}` }
}

const withoutCurrency = (text: string, currency: string): string => {
  if (currency === '') return text
  if (text.startsWith(currency)) return text.slice(currency.length).trimStart()
  return text.endsWith(currency) ? text.slice(0, -currency.length).trimEnd() : text
}

/** With groups: `1000.5` → `1,000.5`. A text that cannot be read stays as it was typed. */
export function shownAmount(plain: string): string {
  if (!plainForm.test(plain)) return plain
  const [whole = '', fraction] = plain.split('.')
  return fraction === undefined ? grouped(whole) : `${grouped(whole)}.${fraction}`
}

export type Edit = {
  /** The text of the field before the edit, as it was shown. */
  readonly before: string
  readonly after: string
  /** The caret after the edit. */
  readonly caret: number
  /** The Delete key, which takes what follows the caret. */
  readonly forward?: boolean
}

export type Edited = Reading & { readonly shown: string; readonly caret: number }

/** The field after an edit. The caret stays between the same digits while the groups move. */
export function editAmount({ before, after, caret, forward = false }: Edit, currency = ''): Edited {
  const right = after.slice(caret)
  const isOurs = readAmount(before).problem === null && before.endsWith(right)
  const reading = isOurs
    ? spliced({ before, after, caret, forward }, currency)
    : { ...readAmount(after, currency), right }
  if (reading.problem !== null) return { plain: after, problem: reading.problem, shown: after, caret }
  const shown = shownAmount(reading.plain)
  return { plain: reading.plain, problem: null, shown, caret: caretBefore(shown, reading.right) }
}

type Spliced = Reading & { readonly right: string }

/** Separators that this page has added are not part of what the person typed. */
function spliced({ before, after, caret, forward }: Required<Edit>, currency: string): Spliced {
  let right = after.slice(caret)
  let left = before.slice(0, commonStart(before.slice(0, before.length - right.length), after.slice(0, caret)))
  const inserted = after.slice(left.length, caret)
  // A typed space or apostrophe can only be one between groups.
  const typed = /^[\s'’]$/.test(inserted) ? '' : inserted
  const removed = before.slice(left.length, before.length - right.length)
  // A separator alone cannot be removed. The key takes the digit next to it.
  if (typed === '' && removed === ',') {
    if (forward) right = right.slice(1)
    else left = left.slice(0, -1)
  }
  if (/^[\d.]*$/.test(typed)) return { ...readAmount(bare(left) + typed + bare(right)), right }
  const whole = readAmount(after, currency)
  if (whole.problem === null) return { ...whole, right }
  // Pasted between digits. A single comma stays a typed one.
  const pasted = readAmount(typed, currency)
  const joined =
    pasted.problem === null && /\d/.test(typed) ? readAmount(bare(left) + pasted.plain + bare(right)) : whole
  return { ...joined, right }
}

const bare = (text: string): string => text.replaceAll(',', '')

function commonStart(a: string, b: string): number {
  let at = 0
  while (at < a.length && a[at] === b[at]) at += 1
  return at
}

/** The place with as many digits and points after it as `right` has, before a separator. */
function caretBefore(shown: string, right: string): number {
  let left = right.replaceAll(/[^\d.]/g, '').length
  let at = shown.length
  while (left > 0 && at > 0) {
    at -= 1
    if (shown[at] !== ',') left -= 1
  }
  return shown[at - 1] === ',' ? at - 1 : at
}
