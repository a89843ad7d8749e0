import { compareVersions } from '@specie/screening/lists/compare.ts'
import type { Entry } from '@specie/screening/lists/entry.ts'
import { listTitles } from '@specie/screening/lists/formats.ts'
import { versionEntry } from '@specie/screening/lists/version.ts'
import type { Sql } from '../../base/database/db.ts'
import { typesWithIsoTimes } from '../../base/database/types.ts'
import { ApiError } from '../../base/http/errors.ts'
import { type Listed, page, type PageRequest, type Position } from '../../base/http/pages.ts'
import type { ListCode, refusals, versionStates } from './row.ts'

// Versions of lists as staff see them, with what each changed.

type Version = {
  id: string
  list: ListCode
  state: (typeof versionStates)[number]
  format: string
  source: string
  sha256: string | null
  issued: string | null
  refusal: (typeof refusals)[number] | null
  refused_because: string | null
  entries: number
  names: number
  wallets: number
  added: number
  changed: number
  removed: number
  reassigned: number
  renumbered: number
  created_at: Date
  replaced_at: Date | null
}

export const selectVersions = `select id, list, state, format, source, sha256, issued, refusal, refused_because, entries,
  coalesce((counts ->> 'names')::int, entries) as names, coalesce((counts ->> 'wallets')::int, 0) as wallets,
  added, changed, removed, reassigned, renumbered, created_at, replaced_at from compliance.list_version`

/** Times are texts. */
export type ListedVersion = Listed<Version>

export const versionView = ({ id, ...version }: ListedVersion) => ({
  versionid: id,
  title: listTitles[version.list],
  ...version,
})

export async function listVersions(sql: Sql, { list, ...request }: PageRequest & { list?: ListCode | undefined }) {
  const { rows, next_cursor } = await page<ListedVersion & Position>(sql, request, {
    select: selectVersions,
    values: [],
    filters: { list },
  })
  return { items: rows.map(versionView), next_cursor }
}

export async function listVersion(sql: Sql, id: string) {
  const [version] = await sql.query<ListedVersion>({
    text: `${selectVersions} where id = $1`,
    values: [id],
    types: typesWithIsoTimes,
  })
  if (version === undefined) throw new ApiError('not_found', { id })
  const { differences, isComplete } = await differencesOf(sql, id)
  return { ...versionView(version), differences, is_complete: isComplete }
}

type Change = 'added' | 'changed' | 'removed' | 'reassigned' | 'renumbered'

type Difference = { id: string; change: Change; reference: string; name: string; was: string | null }

/** A first version has as many differences as entries. */
const maxDifferences = 500

type Row = { id: string; reference: string; hash: string; content: Entry }

/** What a version changed, by the entries that it ended and began. */
async function differencesOf(sql: Sql, version: string): Promise<{ differences: Difference[]; isComplete: boolean }> {
  const rows = (column: 'began' | 'ended') =>
    sql.query<Row>(
      `select id, reference, hash, content from compliance.list_entry where ${column} = $1 order by reference limit ${maxDifferences + 1}`,
      [version],
    )
  const [began, ended] = [await rows('began'), await rows('ended')]
  const changes = compareVersions({ contents: contentsOf(ended) }, { contents: contentsOf(began) })
  const [now, before] = [byReference(began), byReference(ended)]
  const differences = [
    ...changes.added.map((reference) => difference('added', now.get(reference)!, null)),
    ...changes.removed.map((reference) => difference('removed', before.get(reference)!, null)),
    ...(['changed', 'reassigned'] as const).flatMap((change) =>
      changes[change].map((reference) =>
        difference(change, now.get(reference)!, differing(before.get(reference)!, now.get(reference)!)),
      ),
    ),
    ...changes.renumbered.map(({ from, to }) => difference('renumbered', now.get(to)!, from)),
  ]
  const isComplete = began.length <= maxDifferences && ended.length <= maxDifferences
  return { differences: differences.slice(0, maxDifferences), isComplete }
}

const contentsOf = (rows: readonly Row[]) =>
  Object.fromEntries(rows.map(({ reference, hash, content }) => [reference, versionEntry(content, hash)]))

const byReference = (rows: readonly Row[]) => new Map(rows.map((row) => [row.reference, row]))

const difference = (change: Change, { id, reference, content }: Row, was: string | null): Difference => ({
  id,
  change,
  reference,
  name: entryName(content),
  was,
})

const differing = (before: Row, now: Row): string | null =>
  entryName(before.content) === entryName(now.content) ? null : entryName(before.content)

/** The name by which people know an entry: its first one, or its wallet. */
const entryName = ({ names, wallets, reference }: Entry): string => names[0]?.text ?? wallets[0]?.address ?? reference
