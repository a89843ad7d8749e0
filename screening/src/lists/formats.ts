import type { Chunks } from './decode.ts'
import type { Entry, ListCode, OfficialList } from './entry.ts'
import { readEu } from './eu/reader.ts'
import type { Notes } from './notes.ts'
import { readOfac } from './ofac/reader.ts'
import { readSeco } from './seco/reader.ts'
import { readUkCsv } from './uk/csv.ts'
import { readUkInvestmentBans } from './uk/investment-bans.ts'
import { readUkXml } from './uk/xml.ts'
import { readUn } from './un/reader.ts'

/** Yields entries and throws `ListFileError`. An entry counts only when the reader has ended: see `readVersion`. */
export type ListReader = (chunks: Chunks, notes?: Notes) => AsyncGenerator<Entry>

type ListFormat = { readonly list: OfficialList; readonly title: string; readonly read: ListReader }

/** Each real format of a list. A list has one active version, read from any of its formats. */
export const listFormats = {
  ofac_advanced_xml: { list: 'ofac', title: 'OFAC SDN list, sdn_advanced.xml', read: readOfac },
  uk_csv: { list: 'uk', title: 'UK Sanctions List, CSV', read: readUkCsv },
  uk_xml: { list: 'uk', title: 'UK Sanctions List, XML', read: readUkXml },
  uk_investment_bans: {
    list: 'uk_investment_bans',
    title: 'UK financial and investment restrictions on Russia, page of gov.uk',
    read: readUkInvestmentBans,
  },
  un_xml: { list: 'un', title: 'UN Security Council consolidated list, XML', read: readUn },
  eu_xml: { list: 'eu', title: 'EU financial sanctions, xmlFullSanctionsList_1_1', read: readEu },
  seco_xml: { list: 'seco', title: 'SECO whole list, XML', read: readSeco },
} as const satisfies Record<string, ListFormat>

/** The name of each list for people. */
export const listTitles: Readonly<Record<ListCode, string>> = {
  ofac: 'OFAC SDN list',
  uk: 'UK Sanctions List',
  uk_investment_bans: 'UK investment bans on Russia',
  un: 'UN Security Council list',
  eu: 'EU financial sanctions',
  seco: 'SECO sanctions list',
  own: 'Own list',
  watchman: 'Moov Watchman',
  yente: 'OpenSanctions yente',
}

export type FormatCode = keyof typeof listFormats
