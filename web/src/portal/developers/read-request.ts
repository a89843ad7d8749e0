// A pasted request: HTTP text, or a curl command.

export type PastedRequest = {
  readonly method: string
  /** A path with its query, or a whole URL. */
  readonly target: string
  readonly contentType: string
  readonly publicKey: string
  readonly nonce: string
  readonly signature: string
  readonly body: string
}

export const noRequest: PastedRequest = {
  method: 'POST',
  target: '',
  contentType: 'application/x-www-form-urlencoded',
  publicKey: '',
  nonce: '',
  signature: '',
  body: '',
}

export function readRequest(text: string): PastedRequest {
  return /^\s*curl\s/.test(text) ? readCurl(text) : readHttp(text)
}

type Parts = { method: string; target: string; headers: readonly string[]; body: string }

function requestOf({ method, target, headers, body }: Parts): PastedRequest {
  const values = new Map(
    headers.map((line) => {
      const colon = line.indexOf(':')
      return [line.slice(0, colon).trim().toLowerCase(), line.slice(colon + 1).trim()] as const
    }),
  )
  return {
    method,
    target,
    contentType: values.get('content-type') ?? '',
    publicKey: values.get('x-app-public-key') ?? '',
    nonce: values.get('x-app-nonce') ?? '',
    signature: values.get('x-app-signed-data') ?? '',
    body,
  }
}

/** Request line, headers, an empty line, body. */
function readHttp(text: string): PastedRequest {
  const [head = '', ...rest] = text.trimStart().replaceAll('\r\n', '\n').split('\n\n')
  const [first = '', ...headers] = head.split('\n')
  const [method = '', target = ''] = first.trim().split(/\s+/)
  return requestOf({ method, target, headers, body: rest.join('\n\n').replace(/\n+$/, '') })
}

const dataFlags = new Set(['-d', '--data', '--data-raw', '--data-ascii', '--data-binary'])

function readCurl(text: string): PastedRequest {
  const words = shellWords(text).slice(1)
  const headers: string[] = []
  const data: string[] = []
  let [method, target] = ['', '']
  for (let i = 0; i < words.length; i += 1) {
    const word = words[i]!
    if (word === '-H' || word === '--header') headers.push(words[(i += 1)] ?? '')
    else if (word === '-X' || word === '--request') method = words[(i += 1)] ?? ''
    else if (dataFlags.has(word)) data.push(words[(i += 1)] ?? '')
    else if (word === '-A' || word === '--user-agent') i += 1
    else if (!word.startsWith('-')) target = word
  }
  const isTyped = headers.some((line) => /^content-type:/i.test(line))
  const typed = isTyped || data.length === 0 ? headers : [...headers, 'content-type: application/x-www-form-urlencoded']
  return requestOf({
    method: method || (data.length > 0 ? 'POST' : 'GET'),
    target,
    headers: typed,
    body: data.join('&'),
  })
}

/** Splits words like a shell, with both kinds of quotes, and a backslash before a character or the end of a line. */
function shellWords(text: string): string[] {
  const joined = text.trim().replaceAll(/\\\r?\n/g, ' ')
  return [...joined.matchAll(/(?:'[^']*'|"(?:[^"\\]|\\.)*"|\\.|[^\s'"\\])+/gs)].map(([word]) =>
    word.replaceAll(
      /'([^']*)'|"((?:[^"\\]|\\.)*)"|\\(.)/gs,
      (_, plain?: string, quoted?: string, one?: string) =>
        plain ?? quoted?.replaceAll(/\\(["\\$`])/g, '$1') ?? one ?? '',
    ),
  )
}
