import type { Counts, UnreadableVersion, Version } from './version.ts'

/** What decides whether another version may follow. */
export type ActiveVersion = Pick<Version, 'list' | 'entries' | 'counts'>

export type Activation =
  | { readonly allowed: true }
  | {
      readonly allowed: false
      readonly reason: 'unreadable' | 'other_format' | 'empty' | 'shorter'
      /** What is wrong, and what an operator does next. */
      readonly message: string
    }

/** A list loses entries every week, but not one in twenty at once. */
const shrinksByPercent = 5
/** A count from which falling to zero is no coincidence. */
const several = 10

const nouns: Readonly<Record<keyof Counts, string>> = {
  person: 'persons',
  company: 'companies',
  vessel: 'vessels',
  aircraft: 'aircraft',
  other: 'other entries',
  names: 'names',
  weakNames: 'weak aliases',
  births: 'birth dates',
  places: 'places',
  identifiers: 'identifiers',
  wallets: 'wallet addresses',
  assetFreezes: 'asset freezes',
}

/** May a new version replace the active one? Null for `active` if the list has none. */
export function mayActivate(active: ActiveVersion | null, version: Version | UnreadableVersion): Activation {
  if (!version.readable) {
    const { place, problem, cure } = version
    return refused(version.otherFormat ? 'other_format' : 'unreadable', `${place}: ${problem}. ${cure}`)
  }
  if (active && active.list !== version.list) {
    return refused(
      'other_format',
      `The file is of the list ${version.list}, and ${active.list} is expected. Check the source.`,
    )
  }
  if (version.entries === 0) return refused('empty', 'The list has no entries. Fetch the file again.')
  if (!active) return { allowed: true }
  if (version.entries * 100 < active.entries * (100 - shrinksByPercent))
    return refused('shorter', shorter(active, version))
  const gone = (Object.keys(nouns) as (keyof Counts)[]).filter(
    (what) => what !== 'other' && active.counts[what] >= several && version.counts[what] === 0,
  )
  return gone.length === 0 ? { allowed: true } : refused('other_format', lost(gone, active))
}

const refused = (reason: Exclude<Activation, { allowed: true }>['reason'], message: string): Activation => ({
  allowed: false,
  reason,
  message,
})

const shorter = (active: ActiveVersion, version: Version): string =>
  `The list has ${version.entries} entries and the active version ${active.entries}: more than ${shrinksByPercent} % fewer. ` +
  'Fetch the file again; if the publisher removed them, two people can accept the version in the console.'

const lost = (gone: readonly (keyof Counts)[], active: ActiveVersion): string =>
  `The list has no ${gone.map((what) => nouns[what]).join(', no ')}; the active version has ` +
  `${gone.map((what) => active.counts[what]).join(' and ')}. Compare the file with the publisher’s description of its format.`
