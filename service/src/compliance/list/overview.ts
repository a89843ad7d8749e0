import { listTitles } from '@specie/screening/lists/formats.ts'
import type { Env } from '../../base/env.ts'
import { typesWithIsoTimes } from '../../base/database/types.ts'
import { oldLists } from './age.ts'
import { isService, type ListCode, listCodes } from './row.ts'
import { type ListedVersion, selectVersions, versionView } from './versions.ts'

type Source = {
  list: ListCode
  checked_at: string | null
  expires_at: string | null
  failed_at: string | null
  failure: string | null
}

type State = 'current' | 'old' | 'missing' | 'silent' | 'not_followed'

/** Each list that was loaded or has a source, and each outside service, with its age and its active version. */
export async function listOverview(env: Env) {
  const { db, config } = env
  const [sources, versions, old] = await Promise.all([
    db.query<Source>({
      text: 'select list, checked_at, expires_at, failed_at, failure from compliance.list_source',
      types: typesWithIsoTimes,
    }),
    db.query<ListedVersion>({ text: `${selectVersions} where state = 'active'`, types: typesWithIsoTimes }),
    oldLists(env, db),
  ])
  const followed = new Set<string>([...(config.screeningLists?.keys() ?? []), ...config.screeningServices.keys()])
  return listCodes.flatMap((list) => {
    const source = sources.find((one) => one.list === list)
    const active = versions.find((one) => one.list === list)
    if (source === undefined && active === undefined && !followed.has(list)) return []
    return [
      {
        list,
        title: listTitles[list],
        state: stateOf(list, source, active !== undefined, {
          isFollowed: followed.has(list),
          isOld: old.includes(list),
        }),
        checked_at: source?.checked_at ?? null,
        expires_at: source?.expires_at ?? null,
        failed_at: source?.failed_at ?? null,
        failure: source?.failure ?? null,
        active: active === undefined ? null : versionView(active),
      },
    ]
  })
}

function stateOf(
  list: ListCode,
  source: Source | undefined,
  isLoaded: boolean,
  { isFollowed, isOld }: { isFollowed: boolean; isOld: boolean },
): State {
  if (isOld) return isLoaded ? 'old' : 'missing'
  if (!isFollowed) return 'not_followed'
  const isSilent = source === undefined || source.checked_at === null || source.failed_at !== null
  return isService(list) && isSilent ? 'silent' : 'current'
}
