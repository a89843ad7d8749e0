import type { Mutant } from './mutant.ts'

/** A mutant that no test can notice, because it has no visible effect. */
export type Equivalent = Pick<Mutant, 'file' | 'code' | 'was' | 'becomes'> & {
  reason: string
  /** The index among several alike, counted from 1. */
  nth?: number
}

const isAlike = (mutant: Mutant, listed: Equivalent): boolean =>
  mutant.file === listed.file &&
  mutant.code === listed.code &&
  mutant.was === listed.was &&
  mutant.becomes === listed.becomes

/** The mutants of the list, and its errors: an entry names exactly one mutant of the given files. */
export function matchEquivalents(
  mutants: readonly Mutant[],
  list: readonly Equivalent[],
): { named: Set<Mutant>; wrong: string[] } {
  const named = new Set<Mutant>()
  const wrong: string[] = []
  const files = new Set(mutants.map(({ file }) => file))
  for (const listed of list.filter(({ file }) => files.has(file))) {
    const alike = mutants.filter((mutant) => isAlike(mutant, listed))
    const found = listed.nth === undefined && alike.length > 1 ? undefined : alike[(listed.nth ?? 1) - 1]
    if (found) named.add(found)
    else
      wrong.push(
        `${listed.file}: «${listed.was}» -> «${listed.becomes}» in «${listed.code}» names ${alike.length} mutants`,
      )
  }
  return { named, wrong }
}
