import { euFile } from './eu.ts'
import { investmentBansPage } from './investment-bans.ts'
import { ofacFile } from './ofac.ts'
import { secoFile } from './seco.ts'
import { ukCsvFile, ukXmlFile } from './uk.ts'
import { unFile } from './un.ts'

/** A file in each real format of a list, with invented entries: the traps of the format, and `count` further parties. */
export const sampleWriters = {
  ofac_advanced_xml: ofacFile,
  uk_csv: ukCsvFile,
  uk_xml: ukXmlFile,
  uk_investment_bans: function* (_count: number) {
    yield investmentBansPage
  },
  un_xml: unFile,
  eu_xml: euFile,
  seco_xml: secoFile,
} as const

export const sampleNames = {
  ofac_advanced_xml: 'sdn_advanced.xml',
  uk_csv: 'UK-Sanctions-List.csv',
  uk_xml: 'UK-Sanctions-List.xml',
  uk_investment_bans: 'uk-investment-bans.html',
  un_xml: 'consolidated.xml',
  eu_xml: 'xmlFullSanctionsList_1_1.xml',
  seco_xml: 'consolidated-list.xml',
} as const satisfies Record<keyof typeof sampleWriters, string>

/** Of the checked-in files. */
const parties = 20

/** The small files that are checked in, by path. */
export const sampleFiles = (): Record<string, () => string> =>
  Object.fromEntries(
    (Object.keys(sampleNames) as (keyof typeof sampleNames)[]).map((format) => [
      `screening/samples/files/${sampleNames[format]}`,
      () => [...sampleWriters[format](parties)].join(''),
    ]),
  )
