import { attribute, needed, type Element } from '../element.ts'
import type { EntryKind } from '../entry.ts'
import type { References } from './references.ts'

/** `from` is «owned or controlled by» `to`. */
export type PartyRelation = { readonly relation: string; readonly from: string; readonly to: string }

export function readRelation(element: Element, references: References): PartyRelation {
  const text = references.text(element, 'RelationTypeID', 'RelationType').replace(/[\s.]+$/, '')
  return {
    relation: attribute(element, 'Former') === 'true' ? `formerly ${text}` : text,
    from: needed(element, 'From-ProfileID'),
    to: needed(element, 'To-ProfileID'),
  }
}

/** OFAC writes some relations in the wrong direction, so that a company would lead a person. */
export function directed(relation: PartyRelation, kindOf: (reference: string) => EntryKind): PartyRelation {
  const [from, to] = [kindOf(relation.from), kindOf(relation.to)]
  const personFirst = /leader or official of|principal executive officer/i.test(relation.relation)
  const thingFirst = /owned or controlled by|property in the interest of/i.test(relation.relation)
  const turned =
    (personFirst && from !== 'person' && to === 'person') || (thingFirst && from === 'person' && to !== 'person')
  return turned ? { ...relation, from: relation.to, to: relation.from } : relation
}
