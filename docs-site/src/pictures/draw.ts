import { type Html, html } from '../markup/html.ts'

// Simple drawings: boxes, arrows and words on a grid of points. Colours and sizes of text are in the stylesheet.

export const drawing = (width: number, height: number, label: string, parts: readonly Html[]): Html =>
  html`<svg
    class="drawing"
    role="img"
    aria-label="${label}"
    viewBox="0 0 ${width} ${height}"
    width="${width}"
    height="${height}"
  >
    ${parts}
  </svg>`

type Tone = 'plain' | 'accent' | 'held' | 'waits' | 'done'

/** A box with a title, and lines of text below it. */
export function box(
  x: number,
  y: number,
  width: number,
  title: string,
  lines: readonly string[] = [],
  tone: Tone = 'plain',
): Html {
  const height = 28 + lines.length * 16
  return html`<g class="box ${tone}">
    <rect x="${x}" y="${y}" width="${width}" height="${height}" rx="6" />
    <text class="title" x="${x + 10}" y="${y + 18}">${title}</text>
    ${lines.map((line, n) => html`<text x="${x + 10}" y="${y + 35 + n * 16}">${line}</text>`)}
  </g>`
}

export const words = (x: number, y: number, text: string, anchor: 'start' | 'middle' | 'end' = 'start'): Html =>
  html`<text class="words" x="${x}" y="${y}" text-anchor="${anchor}">${text}</text>`

/** A straight arrow with words above its middle, or next to it if it is vertical. */
export function arrow(
  from: readonly [number, number],
  to: readonly [number, number],
  text = '',
  tone: Tone = 'plain',
): Html {
  const [x1, y1] = from
  const [x2, y2] = to
  const isFlat = y1 === y2
  const tip = isFlat ? `M${x2} ${y2}l${x2 > x1 ? -8 : 8} -4v8z` : `M${x2} ${y2}l-4 ${y2 > y1 ? -8 : 8}h8z`
  const label = isFlat ? words((x1 + x2) / 2, y1 - 6, text, 'middle') : words(x1 + 8, (y1 + y2) / 2 + 4, text)
  return html`<g class="arrow ${tone}">
    <path d="M${x1} ${y1}L${x2} ${y2}" />
    <path class="tip" d="${tip}" />
    ${text === '' ? html`` : label}
  </g>`
}

/** A line without a tip. */
export const flight = (from: readonly [number, number], to: readonly [number, number]): Html =>
  html`<path class="flight" d="M${from[0]} ${from[1]}L${to[0]} ${to[1]}" />`

/** A time axis with marks. */
export function timeline(
  y: number,
  from: number,
  to: number,
  title: string,
  marks: readonly (readonly [number, string])[],
): Html {
  return html`<g class="time">
    ${words(from, y - 26, title)}
    <path d="M${from} ${y}H${to}" />
    <path class="tip" d="M${to + 8} ${y}l-8 -4v8z" />
    ${marks.map(([x, text]) => html`<circle cx="${x}" cy="${y}" r="4" />${words(x, y + 20, text, 'middle')}`)}
  </g>`
}
