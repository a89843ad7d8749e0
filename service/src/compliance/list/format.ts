import type { FormatCode } from '@specie/screening/lists/formats.ts'
import type { OfficialList } from '@specie/screening/lists/entry.ts'
import { open } from 'node:fs/promises'

const formats: Readonly<Record<Exclude<OfficialList, 'uk'>, FormatCode>> = {
  ofac: 'ofac_advanced_xml',
  uk_investment_bans: 'uk_investment_bans',
  un: 'un_xml',
  eu: 'eu_xml',
  seco: 'seco_xml',
}

/** The format of a file. The UK publishes its list as CSV and as XML. */
export async function formatOf(list: OfficialList, file: string): Promise<FormatCode> {
  if (list !== 'uk') return formats[list]
  return (await startOf(file)).trimStart().startsWith('<') ? 'uk_xml' : 'uk_csv'
}

async function startOf(file: string): Promise<string> {
  const opened = await open(file)
  try {
    const { buffer, bytesRead } = await opened.read(Buffer.alloc(64), 0, 64, 0)
    return buffer.toString('utf8', 0, bytesRead).replace('\ufeff', '')
  } finally {
    await opened.close()
  }
}
