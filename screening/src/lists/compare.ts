import type { Version, VersionEntry } from './version.ts'

/** References of entries. Each entry of both versions is in one list at most. */
export type VersionChanges = {
  readonly added: readonly string[]
  readonly removed: readonly string[]
  readonly changed: readonly string[]
  /** The reference is now another party's: what was decided about the old one says nothing about the new one. */
  readonly reassigned: readonly string[]
  /** The same entry under another reference: what was decided about it stays decided. */
  readonly renumbered: readonly { readonly from: string; readonly to: string }[]
}

export function compareVersions(
  before: Pick<Version, 'contents'> | null,
  after: Pick<Version, 'contents'>,
): VersionChanges {
  const old = before?.contents ?? {}
  const known = (reference: string): VersionEntry | undefined =>
    Object.hasOwn(old, reference) ? old[reference] : undefined
  const common = Object.keys(after.contents).filter((reference) => known(reference)?.hash !== undefined)
  const differing = common.filter((reference) => known(reference)!.hash !== after.contents[reference]!.hash)
  const isReassigned = (reference: string) => !isSameParty(known(reference)!, after.contents[reference]!)
  const added = Object.keys(after.contents).filter((reference) => !known(reference))
  const removed = Object.keys(old).filter((reference) => !Object.hasOwn(after.contents, reference))
  const renumbered = renumberedOf(removed, added, old, after.contents)
  const [from, to] = [new Set(renumbered.map((pair) => pair.from)), new Set(renumbered.map((pair) => pair.to))]
  return {
    added: added.filter((reference) => !to.has(reference)),
    removed: removed.filter((reference) => !from.has(reference)),
    changed: differing.filter((reference) => !isReassigned(reference)),
    reassigned: differing.filter(isReassigned),
    renumbered,
  }
}

const isSameParty = (a: VersionEntry, b: VersionEntry): boolean =>
  (a.kind === 'person') === (b.kind === 'person') &&
  (a.names.length === 0 || a.names.some((name) => b.names.includes(name)))

type Contents = Version['contents']

/** Equal content under one old and one new reference. Several equal entries are ambiguous, so they stay added and removed. */
function renumberedOf(removed: readonly string[], added: readonly string[], old: Contents, now: Contents) {
  const oldByHash = unique(removed, old)
  const newByHash = unique(added, now)
  return [...oldByHash].flatMap(([hash, from]) => {
    const to = newByHash.get(hash)
    return from !== null && to ? [{ from, to }] : []
  })
}

/** The reference of each content; null for a content that several have. */
function unique(references: readonly string[], contents: Contents): ReadonlyMap<string, string | null> {
  const byHash = new Map<string, string | null>()
  for (const reference of references) {
    const { hash } = contents[reference]!
    byHash.set(hash, byHash.has(hash) ? null : reference)
  }
  return byHash
}
