import { type OfficialList, officialLists, type ServiceCode, serviceCodes } from '@specie/screening/lists/entry.ts'
import { isAbsolute } from 'node:path'
import { httpUrl, outsideUrl, pairs, type Read } from './parsers.ts'
import type { Setting } from './setting.ts'

/** Where a sanctions list is read: an address, or a path of a file or a folder. */
export type ListSource = { readonly kind: 'url' | 'path'; readonly at: string }

/** `ofac=https://…,uk=/srv/lists/uk.csv`, or `none`. */
const listSources: Read<ReadonlyMap<OfficialList, ListSource>> = (given, environment) => {
  if (given === 'none') return new Map()
  return new Map(
    [...pairs(given, environment)].map(([name, at]): [OfficialList, ListSource] => {
      const list = oneAmong(officialLists, name, 'lists')
      if (isAbsolute(at)) return [list, { kind: 'path', at }]
      if (!/^https?:/.test(at))
        throw new Error(`must give ${list} an https address, or a path that begins with /; it is "${at}"`)
      return [list, { kind: 'url', at: outsideUrl(at, environment) }]
    }),
  )
}

/** `watchman=http://watchman:8084,yente=http://yente:8000/match/default` */
const screeningServices: Read<ReadonlyMap<ServiceCode, string>> = (given, environment) =>
  new Map(
    [...pairs(given, environment)].map(([name, at]): [ServiceCode, string] => {
      const service = oneAmong(serviceCodes, name, 'services')
      const { username, password, pathname } = new URL(httpUrl(at, environment))
      if (username !== '' || password !== '')
        throw new Error(`must not hold a password (${service}): set SCREENING_SERVICE_KEYS`)
      if (service === 'yente' && !/\/match\/[^/]+$/.test(pathname))
        throw new Error(`must give yente the address of a dataset, as http://yente:8000/match/default`)
      return [service, at]
    }),
  )

/** `yente=ApiKey …`. The value is not repeated in a message. */
const serviceKeys: Read<ReadonlyMap<ServiceCode, string>> = (given, environment) =>
  new Map(
    [...pairs(given, environment)].map(([name, value]) => [oneAmong(serviceCodes, name, 'services'), value] as const),
  )

function oneAmong<T extends string>(codes: readonly T[], name: string, what: string): T {
  const found = codes.find((code) => code === name)
  if (found === undefined) throw new Error(`must name ${what} of ${codes.join(', ')}; "${name}" is none of them`)
  return found
}

export const screeningSettings = {
  SCREENING_LISTS: {
    read: listSources,
    shown: 'none; in production nothing is served until it is set',
    what: 'sanctions lists and where each is read, `ofac=https://…,uk=/srv/lists/uk.csv` separated by commas: an https address, a file, or a folder whose newest file counts; `none` screens against your own list alone ([lists.md](lists.md))',
    why: 'Parties are screened against official lists.',
  },
  SCREENING_SERVICES: {
    read: screeningServices,
    what: 'outside screening services that are asked about each party too, `watchman=http://watchman:8084,yente=http://yente:8000/match/default` separated by commas; plain http only to addresses of a private network ([compliance.md](compliance.md))',
    why: 'You run Moov Watchman or OpenSanctions yente and want a second opinion.',
  },
  SCREENING_SERVICE_KEYS: {
    read: serviceKeys,
    what: 'the `authorization` header for each of these services, `yente=ApiKey …` separated by commas',
    why: 'A service, or the proxy before it, requires one.',
  },
} satisfies Record<string, Setting>
