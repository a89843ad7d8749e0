import type { Facts } from './model/facts.ts'
import type { Group, Page } from './model/page.ts'
import { textFor } from './texts/conditions.ts'
import { readText } from './texts/files.ts'
import { readIndex } from './texts/index.ts'

// The documentation for assistants, in the format of llmstxt.org: a title, a summary, and sections of links with a note.
// A reader with little space leaves out the part «Optional».

const summary =
  'A self-hosted service that issues and redeems the stablecoins VCHF and VGBP for institutions, moves fiat to coin and back, and trades fill or kill, over a signed HTTP API. People use a portal and a console.'

const notes = [
  'Amounts are decimal strings. Every private call is signed with ECDSA P-256 over path, body and nonce; one signed call a second for each key.',
  '/llms-full.txt has all guides as Markdown. /api/v1/client/openapi.json has the API as data.',
]

/** Groups of many small pages. Each is about one call, error or state machine. */
const optional = (group: Group): boolean => group.reader.startsWith('Every call') || group.reader === 'Contribute'

export function llmsText(site: readonly Group[]): string {
  const [chosen = [], others = []] = [false, true].map((is) => site.filter((group) => optional(group) === is))
  const sections = chosen.map(({ reader, title, pages }) => [`## ${reader}: ${title}`, pages.map(linkTo).join('\n')])
  const rest = others.flatMap(({ pages }) => pages.map(linkTo)).join('\n')
  const parts = ['# Specie', `> ${summary}`, ...notes, ...sections.flat(), '## Optional', rest]
  return `${parts.join('\n\n')}\n`
}

const linkTo = ({ title, path, about }: Page): string =>
  `- [${title.replaceAll(/[`[\]]/g, '')}](${path}): ${about.replaceAll('\n', ' ')}`

/** The Markdown of every written page, in the order of the index. */
export function llmsFullText(facts: Facts): string {
  const files = readIndex().flatMap(({ entries }) => entries.map(({ file }) => file))
  const texts = files.filter((file) => file.endsWith('.md')).map((file) => textFor(readText(file), facts))
  return `${texts.map((text) => text.replaceAll(/^<!--.*?-->\n/gms, '').trim()).join('\n\n')}\n`
}
