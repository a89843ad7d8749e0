// XML elements as data. An absent value leaves its element out; the order is that of the list.

export type Element = readonly [name: string, content: string | readonly (Element | null)[] | null]

export function xmlOf(root: Element): string {
  return `<?xml version="1.0" encoding="UTF-8"?>\n${written(root, 0)}`
}

function written([name, content]: Element, depth: number): string {
  const indent = '  '.repeat(depth)
  if (content === null) return ''
  if (typeof content === 'string') return `${indent}<${name}>${escaped(content)}</${name}>\n`
  const inner = content.map((one) => (one === null ? '' : written(one, depth + 1))).join('')
  return inner === '' ? '' : `${indent}<${name}>\n${inner}${indent}</${name}>\n`
}

/** Characters that XML does not allow are replaced. */
const escaped = (text: string): string =>
  text
    .toWellFormed()
    // oxlint-disable-next-line no-control-regex -- they are what is replaced
    .replaceAll(/[\u0000-\u0008\u000b\u000c\u000e-\u001f\ufffe\uffff]/g, '\ufffd')
    .replaceAll('&', '&amp;')
    .replaceAll('<', '&lt;')
    .replaceAll('>', '&gt;')
