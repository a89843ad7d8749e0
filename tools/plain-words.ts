// Refuses words and patterns of an old style in texts, and names the plain replacement: `node tools/plain-words.ts GLOB…`, a
// part of `npm run check`. In Markdown it reads the text without code and generated parts, in other files the comments, the
// titles of tests and the texts that a reader sees (shown-texts.ts). What a reader sees also follows the glossary
// (glossary.ts). `--root` names another tree to check.
import { globSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { parseArgs } from 'node:util'
import { terms } from './glossary.ts'
import { blank, shownTexts } from './shown-texts.ts'

/** `within`: the rule holds in files below these folders; without it, in all. */
type Rule = { readonly pattern: RegExp; readonly instead: string; readonly within?: readonly string[] }

const rules: readonly Rule[] = [
  { pattern: /\b(came|comes?) to nothing\b/gi, instead: '«fails», «is canceled»' },
  { pattern: /\b(lies|lay|lie) (at|below|in|with|there|aside|ahead|beside)\b/gi, instead: '«is at», «is held»' },
  {
    pattern: /\bwhat (lies|stands|goes|comes|came|waits|becomes?)\b/gi,
    instead: 'a noun: «open items», «the outcome»',
  },
  { pattern: /\b(goes|go|going|went) on\b/gi, instead: '«continues»' },
  { pattern: /\bthe (newest|oldest|latest) first\b/gi, instead: '«newest first», «oldest first»' },
  { pattern: /\balso if\b/gi, instead: '«even if»' },
  { pattern: /\bnothing waits\b/gi, instead: '«the queue is empty», «nothing to do»' },
  { pattern: /\bcancelled\b/gi, instead: '«canceled»' },
  { pattern: /\bthe staff (has|is|was|does)\b/gi, instead: 'the plural: «staff have», «staff are»' },
  { pattern: /\bneeds? to do nothing\b/gi, instead: '«do not need to do anything»' },
  { pattern: /\bnobody\b/gi, instead: '«no person», «not … yet», or the passive: «it cannot be released»' },
  { pattern: /\b(some|any|every)body\b/gi, instead: 'the role: «a person», «a caller», «an attacker», «all users»' },
  { pattern: /\bwhoever\b/gi, instead: 'the role: «the requester», «the holder of the key»' },
  { pattern: /\b(whatever|whichever|wherever)\b/gi, instead: '«any», «every», «in all cases»' },
  { pattern: /\b(is|are|was|were|be|been|being) told\b/gi, instead: '«gets», «sees», «is notified»' },
  { pattern: /\b(stands?|stood) in the way\b/gi, instead: '«blocks», «blocked»' },
  { pattern: /\ball the same\b/gi, instead: '«still», «anyway»' },
  { pattern: /\bfor the time being\b/gi, instead: '«until …», with the event that ends it' },
  { pattern: /\b(comes?|came) into being\b/gi, instead: '«is created», «is issued»' },
  { pattern: /\bin earnest\b/gi, instead: '«live»' },
  { pattern: /\bas yet\b/gi, instead: '«yet», «so far»' },
  { pattern: /\bany ?more\b(?! than)/gi, instead: '«no longer», «never again»' },
  { pattern: /\b(is|are) to be\b/gi, instead: '«must be», «will be»' },
  { pattern: /\bgets? you further\b/gi, instead: '«helps»' },
  { pattern: /\b(is|are|was|were) not to\b/gi, instead: '«must not»' },
  { pattern: /\bin the end\b/gi, instead: '«at the end», «finally»' },
  { pattern: /\bso (many|much)\b(?! (more|less|as|that))/gi, instead: 'the number: «this number of», «the amount»' },
  { pattern: /\bcom(e|es|ing) to rest\b/gi, instead: '«settles», «ends»' },
  { pattern: /\bthe other way round\b/gi, instead: '«vice versa», «the reverse»' },
  { pattern: /\bwho asks?\b/gi, instead: '«the caller», «the requester», «the maker»' },
  { pattern: /\bcomes? again\b/gi, instead: '«is retried», «is repeated», «returns»' },
  { pattern: /\b(lies|lie) on (it|them)\b/gi, instead: '«it is on hold», «it has a hold»' },
  { pattern: /\bholds? up\b/gi, instead: '«delays», «blocks»' },
  { pattern: /\bhow (it|they) stands?\b/gi, instead: '«its state», «its status»' },
  { pattern: /\bbesides?\b/gi, instead: '«next to», «in addition to»' },
  { pattern: /\b(goes|go|went|gone|comes?|came) back\b/gi, instead: '«is returned», «returns»' },
  { pattern: /\bnull (when|without|where)\b/gi, instead: '«null if …»' },
  { pattern: /\bthere (is|are) no (the|any|an?)\b/gi, instead: '«there is no …», without an article' },
  { pattern: /\b(gives?|given|gave|giving)( \w+){0,2} back\b/gi, instead: '«return», «redeem»' },
]

// A colon introduces a list, a value or an example. Between two clauses there is a period, «because» or «so».
const clause = [
  '(?:it|they|you|we|this|that|there|nothing) [a-z]+',
  '(?:the|an?|no|every|its|only|all|our) [\\w’-]+(?: [\\w’-]+){0,4} (?:is|are|was|were|has|have|must|may|can|cannot|will|does)\\b(?![,.;])',
  '(?:use|set|send|run|choose|name|write|correct|wait|look|ask|try|remove|register|request|sign|check) [a-z]+',
].join('|')

/** Refused in the texts that a reader sees. */
const shownRules: readonly Rule[] = [
  {
    pattern: new RegExp(`(?:[\\w’)]+\\s+){3}[\\w’)]+:\\s+(?:${clause.replaceAll(' ', '\\s+')})`, 'g'),
    instead: 'two sentences, or «because», «so»',
  },
]

const { values, positionals } = parseArgs({ allowPositionals: true, options: { root: { type: 'string' } } })
const root = values.root ?? fileURLToPath(new URL('../', import.meta.url))

/** The same text with everything that is not prose replaced by spaces, so that lines keep their numbers. */
function proseOf(file: string, text: string): string {
  return file.endsWith('.md') ? markdownProse(text) : commentsOf(file, text)
}

/** The texts of a file that a reader sees: they follow the glossary. */
function seenIn(file: string, text: string): string {
  if (isInternal(file)) return ''

  if (file.endsWith('.md')) return markdownProse(text)
  if (!/\.tsx?$/.test(file) || /\.test\.tsx?$|^(test|tools|devnet|token)\//.test(file)) return ''
  return shownTexts(file, text).replaceAll(/`[^`\n]+`/g, blank)
}

/** Not for users: records of decisions, and pages about the code, whose names they use. */
const isInternal = (file: string): boolean =>
  /^docs\/adr\/|^(CHANGELOG|ARCHITECTURE|CONTRIBUTING)\.md$|\/(standing|common-passwords)\.ts$/.test(file)

function markdownProse(text: string): string {
  if (text.includes('<!-- Made by `npm run generate`')) return ''
  return text
    .replaceAll(/^<!-- ([\w-]+): made by .*?<!-- end of \1 -->$/gms, blank)
    .replaceAll(/^```.*?^```$|^<!-- search:[^\n]*$/gms, blank)
    .replaceAll(/`[^`\n]+`|\]\([^)]*\)/g, blank)
}

const comments = {
  sql: /--[^\n]*|\/\*[^]*?\*\//g,
  code: /\/\*[^]*?\*\/|(?<![:'"`\w])\/\/[^\n]*/g,
  tests:
    /\/\*[^]*?\*\/|(?<![:'"`\w])\/\/[^\n]*|(?<=\b(?:test|describe)(?:\.\w+)*\(|\]\)\()(['"`])(?:(?!\1)[^\n\\]|\\.)*\1/g,
}

function commentsOf(file: string, text: string): string {
  const kind = file.endsWith('.sql') ? 'sql' : /\.test\.tsx?$/.test(file) ? 'tests' : 'code'
  let prose = ''
  let at = 0
  for (const { 0: found, index } of text.matchAll(comments[kind])) {
    prose += blank(text.slice(at, index)) + found.replaceAll(/`[^`\n]+`/g, blank)
    at = index + found.length
  }
  return prose
}

const glossary = terms.flatMap(({ word, refused: pattern, within }): Rule[] =>
  pattern === undefined ? [] : [{ pattern, instead: `«${word}»`, ...(within && { within }) }],
)

const exclude = ['**/node_modules/**', '**/dist/**', '**/*.gen.*', '**/schema.sql']
const matches = new Map(positionals.map((glob) => [glob, globSync(glob, { cwd: root, exclude })]))
const empty = positionals.filter((glob) => matches.get(glob)!.length === 0)
if (positionals.length === 0 || empty.length > 0) {
  const problem = empty.length === 0 ? 'No files are named.' : `No file matches ${empty.join(', ')}.`
  console.error(
    `${problem} Name the files to read, with quotes around each glob: node tools/plain-words.ts 'docs/**/*.md'`,
  )
  process.exit(2)
}
const files = [...new Set([...matches.values()].flat())]

function findingsIn(file: string, text: string, applied: readonly Rule[]): string[] {
  return applied
    .filter(({ within }) => within === undefined || within.some((folder) => file.startsWith(folder)))
    .flatMap(({ pattern, instead }) =>
      [...text.matchAll(pattern)].map(({ 0: found, index }) => {
        const line = text.slice(0, index).split('\n').length
        return `${file}:${line}: «${found.replaceAll(/\s+/g, ' ')}»: write ${instead}`
      }),
    )
}

const findings = files.toSorted().flatMap((file) => {
  const text = readFileSync(join(root, file), 'utf8')
  const seen = seenIn(file, text)
  const old = [
    ...findingsIn(file, proseOf(file, text), rules),
    ...(file.endsWith('.md') ? [] : findingsIn(file, seen, rules)),
  ]
  return [...old, ...findingsIn(file, seen, [...shownRules, ...glossary])]
})
for (const finding of findings) console.log(finding)
if (findings.length > 0) process.exitCode = 1
