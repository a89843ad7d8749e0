import { all, attribute, needed, type Element } from '../element.ts'
import type { EntryKind, Name, NamePart, NamePartKind, NameStrength } from '../entry.ts'
import { readFeatures, type Features } from './features.ts'
import type { References } from './references.ts'

export type Party = {
  readonly reference: string
  readonly kind: EntryKind
  readonly names: readonly Name[]
  readonly remarks: readonly string[]
  /** Documents name the identity, not the party. */
  readonly identities: readonly string[]
  readonly features: Features
}

const kinds: Readonly<Record<string, EntryKind>> = {
  Individual: 'person',
  Entity: 'company',
  Vessel: 'vessel',
  Aircraft: 'aircraft',
}

const partKinds: Readonly<Record<string, NamePartKind>> = {
  'Last Name': 'family',
  'First Name': 'given',
  'Middle Name': 'middle',
  'Maiden Name': 'maiden',
  Patronymic: 'father',
  Matronymic: 'mother',
  Nickname: 'nickname',
  'Entity Name': 'whole',
  'Vessel Name': 'whole',
  'Aircraft Name': 'whole',
}

export function readParties(element: Element, references: References): Party[] {
  const remarks = all(element, 'Comment').map(({ text }) => text)
  return all(element, 'Profile').map((profile) => ({
    reference: needed(profile, 'ID'),
    kind: kindOf(profile, references),
    names: all(profile, 'Identity').flatMap((identity) => readNames(identity, references)),
    remarks,
    identities: all(profile, 'Identity').map((identity) => needed(identity, 'ID')),
    features: readFeatures(profile, references),
  }))
}

/** Individuals and entities have an «Unknown» subtype; vessels and aircraft share a type. */
function kindOf(profile: Element, references: References): EntryKind {
  const subType = references.optional(profile, 'PartySubTypeID', 'PartySubType')
  if (subType === null) return 'other'
  const name = subType.text.trim()
  return kinds[name === 'Unknown' ? references.text(subType, 'PartyTypeID', 'PartyType') : name] ?? 'other'
}

function readNames(identity: Element, references: References): Name[] {
  const groups = new Map(
    all(identity, 'NamePartGroups', 'MasterNamePartGroup', 'NamePartGroup').map((group) => [
      needed(group, 'ID'),
      partKinds[references.text(group, 'NamePartTypeID', 'NamePartType')] ?? 'unspecified',
    ]),
  )
  return all(identity, 'Alias').flatMap((alias) => {
    const strength = strengthOf(alias, references)
    // The same name in several scripts.
    return all(alias, 'DocumentedName').map((name) => readName(name, groups, strength))
  })
}

function readName(name: Element, groups: ReadonlyMap<string, NamePartKind>, strength: NameStrength): Name {
  const parts = all(name, 'DocumentedNamePart', 'NamePartValue').map((value): NamePart => ({
    kind: groups.get(attribute(value, 'NamePartGroupID')) ?? 'unspecified',
    text: value.text,
  }))
  return { text: parts.map(({ text }) => text).join(' '), parts, strength }
}

function strengthOf(alias: Element, references: References): NameStrength {
  if (attribute(alias, 'LowQuality') === 'true') return 'weak'
  const isName = references.text(alias, 'AliasTypeID', 'AliasType') === 'Name'
  return isName && attribute(alias, 'Primary') === 'true' ? 'primary' : 'strong'
}
