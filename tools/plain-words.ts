// Refuses words and patterns of an old style in texts, and names the plain replacement: `node tools/plain-words.ts GLOB…`, a
// part of `npm run check`. In Markdown it reads the text without code and generated parts, in other files the comments and
// the titles of tests.
// `--root` names another tree to check.
import { globSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { parseArgs } from 'node:util'

/** `within`: the rule holds in files below this folder; without it, in all. */
type Rule = { readonly pattern: RegExp; readonly instead: string; readonly within?: string }

const rules: readonly Rule[] = [
  { pattern: /\b(came|comes?) to nothing\b/gi, instead: '«fails», «is canceled»' },
  {
    pattern: /\b(lies|lay|lie) (at|in|with|there|aside|ahead|beside)\b/gi,
    instead: '«is at», «is held»',
    within: 'service/',
  },
  {
    pattern: /\bwhat (lies|stands|goes|comes|came|waits|becomes?)\b/gi,
    instead: 'a noun: «open items», «the outcome»',
    within: 'service/',
  },
  { pattern: /\b(goes|go|going|went) on\b/gi, instead: '«continues»', within: 'service/' },
  { pattern: /\bthe (newest|oldest|latest) first\b/gi, instead: '«newest first»', within: 'service/' },
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
  { pattern: /\bwho asks?\b/gi, instead: '«the caller», «the requester», «the maker»', within: 'service/' },
  { pattern: /\bcomes? again\b/gi, instead: '«is retried», «is repeated», «returns»', within: 'service/' },
  { pattern: /\b(lies|lie) on (it|them)\b/gi, instead: '«it is on hold», «it has a hold»', within: 'service/' },
  { pattern: /\bholds? up\b/gi, instead: '«delays», «blocks»', within: 'service/' },
  { pattern: /\bhow (it|they) stands?\b/gi, instead: '«its state», «its status»', within: 'service/' },
]

const { values, positionals } = parseArgs({ allowPositionals: true, options: { root: { type: 'string' } } })
const root = values.root ?? fileURLToPath(new URL('../', import.meta.url))

/** The same text with everything that is not prose replaced by spaces, so that lines keep their numbers. */
function proseOf(file: string, text: string): string {
  return file.endsWith('.md') ? markdownProse(text) : commentsOf(file, text)
}

const blank = (text: string): string => text.replaceAll(/[^\n]/g, ' ')

function markdownProse(text: string): string {
  if (text.includes('<!-- Made by `npm run generate`')) return ''
  return text
    .replaceAll(/^<!-- ([\w-]+): made by .*?<!-- end of \1 -->$/gms, blank)
    .replaceAll(/^```.*?^```$/gms, blank)
    .replaceAll(/`[^`\n]+`|\]\([^)]*\)/g, blank)
}

const comments = {
  sql: /--[^\n]*|\/\*[^]*?\*\//g,
  code: /\/\*[^]*?\*\/|(?<![:'"`\w])\/\/[^\n]*|(?<=\b(?:test|describe)\()'[^'\n]*'/g,
}

function commentsOf(file: string, text: string): string {
  const pattern = file.endsWith('.sql') ? comments.sql : comments.code
  let prose = ''
  let at = 0
  for (const { 0: found, index } of text.matchAll(pattern)) {
    prose += blank(text.slice(at, index)) + found.replaceAll(/`[^`\n]+`/g, blank)
    at = index + found.length
  }
  return prose
}

const files = globSync(positionals, {
  cwd: root,
  exclude: ['**/node_modules/**', '**/dist/**', 'test/src/docs/plain-words.test.ts'],
})
if (files.length === 0) throw new Error('Name the files to read: node tools/plain-words.ts "docs/**/*.md"')
const findings = files.toSorted().flatMap((file) => {
  const prose = proseOf(file, readFileSync(join(root, file), 'utf8'))
  return rules
    .filter(({ within }) => within === undefined || file.startsWith(within))
    .flatMap(({ pattern, instead }) =>
      [...prose.matchAll(pattern)].map(({ 0: found, index }) => {
        const line = prose.slice(0, index).split('\n').length
        return `${file}:${line}: «${found}»: write ${instead}`
      }),
    )
})
for (const finding of findings) console.log(finding)
if (findings.length > 0) process.exitCode = 1
