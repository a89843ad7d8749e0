import { Misuse } from '../errors.ts'

// A pasted request: a curl command, a raw HTTP request, or headers alone.

export type PastedRequest = {
  /** As requested, with the query. */
  readonly url: string
  readonly headers: { readonly [name: string]: string }
  readonly body: string
}

export function readRequest(text: string): PastedRequest {
  const trimmed = text.trim().replace(/^\$ /, '')
  return /^curl\s/.test(trimmed) ? ofCurl(shellWords(trimmed)) : ofLines(trimmed)
}

const bodyOptions = ['-d', '--data', '--data-raw', '--data-binary', '--data-ascii', '--data-urlencode', '--json']
const otherOptionsWithValue = ['-X', '--request', '-o', '--output', '-u', '--user', '-m', '--max-time', '-w']

function ofCurl(words: readonly string[]): PastedRequest {
  const headers: Record<string, string> = {}
  const bodies: string[] = []
  let url = ''
  for (let n = 1; n < words.length; n += 1) {
    const [word, value = ''] = [words[n]!, words[n + 1]]
    if (word === '-H' || word === '--header') Object.assign(headers, headerOf(value))
    else if (word === '-A' || word === '--user-agent') headers['user-agent'] = value
    else if (bodyOptions.includes(word)) bodies.push(value)
    else if (word === '--url') url = value
    else if (!otherOptionsWithValue.includes(word)) {
      if (!word.startsWith('-')) url = word
      continue
    }
    n += 1
  }
  const isJson = words.includes('--json')
  return { url, headers: isJson ? { 'content-type': 'application/json', ...headers } : headers, body: bodies.join('&') }
}

function ofLines(text: string): PastedRequest {
  const [head = '', ...rest] = text.split(/\r?\n\r?\n/)
  const lines = head.split(/\r?\n/).map((line) => line.replace(/^> /, ''))
  const [, url = ''] = /^(?:GET|POST) (\S+)/.exec(lines[0]!) ?? []
  const named = url === '' ? lines : lines.slice(1)
  return { url, headers: Object.assign({}, ...named.map(headerOf)), body: rest.join('\n\n').trim() }
}

function headerOf(line: string): { [name: string]: string } {
  const colon = line.indexOf(':')
  if (colon < 1) return {}
  return { [line.slice(0, colon).trim().toLowerCase()]: line.slice(colon + 1).trim() }
}

/** The words of a command as a shell reads them: quotes and backslashes, no variables. */
export function shellWords(text: string): string[] {
  const words: string[] = []
  const pattern = /\s+|'([^']*)'|"((?:[^"\\]|\\.)*)"|\\\n|\\(.)|([^\s'"\\]+)/gsy
  let word: string | null = null
  while (pattern.lastIndex < text.length) {
    const found = pattern.exec(text)
    if (found === null) throw new Misuse('The quotes of the pasted command do not match.')
    const [all, single, double, escaped, bare] = found
    const part = single ?? double?.replaceAll(/\\(["\\$`])/g, '$1') ?? escaped ?? bare
    if (part !== undefined) word = (word ?? '') + part
    else if (all !== '\\\n' && word !== null) {
      words.push(word)
      word = null
    }
  }
  return word === null ? words : [...words, word]
}
