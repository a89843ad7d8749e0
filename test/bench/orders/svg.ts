// Basic shapes for drawing.

export const ink = { text: '#1d2733', faint: '#6b7785', grid: '#e4e8ee', paper: '#ffffff', panel: '#f8fafc' }
export const hues = { blue: '#2563a8', teal: '#1f8a84', amber: '#d98a1f', red: '#c2413b', green: '#2e8b57' }

type Anchor = 'start' | 'middle' | 'end'
type Style = { size?: number; fill?: string; anchor?: Anchor; bold?: boolean }

const escaped = (text: string) => text.replaceAll('&', '&amp;').replaceAll('<', '&lt;')

export function label(x: number, y: number, text: string, style: Style = {}): string {
  const { size = 12, fill = ink.text, anchor = 'start', bold = false } = style
  const weight = bold ? ' font-weight="600"' : ''
  return `<text x="${r(x)}" y="${r(y)}" font-size="${size}" fill="${fill}" text-anchor="${anchor}"${weight}>${escaped(text)}</text>`
}

export const box = (x: number, y: number, width: number, height: number, fill: string, round = 3): string =>
  `<rect x="${r(x)}" y="${r(y)}" width="${r(Math.max(0, width))}" height="${r(height)}" rx="${round}" fill="${fill}"/>`

export const rule = (x1: number, y1: number, x2: number, y2: number, stroke = ink.grid, dash = ''): string =>
  `<line x1="${r(x1)}" y1="${r(y1)}" x2="${r(x2)}" y2="${r(y2)}" stroke="${stroke}"${dash && ` stroke-dasharray="${dash}"`}/>`

export type Point = readonly [x: number, y: number]

/** A line through points, each marked. */
export function curve(points: readonly Point[], stroke: string): string {
  const path = points.map(([x, y]) => `${r(x)},${r(y)}`).join(' ')
  const dots = points.map(
    ([x, y]) => `<circle cx="${r(x)}" cy="${r(y)}" r="4" fill="${ink.paper}" stroke="${stroke}" stroke-width="2"/>`,
  )
  return `<polyline points="${path}" fill="none" stroke="${stroke}" stroke-width="2.5" stroke-linejoin="round"/>${dots.join('')}`
}

/** The area under a line. */
export function area(points: readonly Point[], floor: number, fill: string): string {
  const corners: Point[] = [[points[0]![0], floor], ...points, [points.at(-1)![0], floor]]
  return `<polygon points="${corners.map(([x, y]) => `${r(x)},${r(y)}`).join(' ')}" fill="${fill}" opacity="0.12"/>`
}

export const drawing = (width: number, height: number, parts: readonly string[]): string =>
  `<svg xmlns="http://www.w3.org/2000/svg" width="${width}" height="${height}" viewBox="0 0 ${width} ${height}" font-family="Inter, Helvetica, Arial, sans-serif">${box(0, 0, width, height, ink.paper, 0)}${parts.join('')}</svg>\n`

const r = (value: number) => Math.round(value * 10) / 10

/** The next round number, where an axis ends. */
export function ceilingOf(value: number): number {
  const unit = 10 ** Math.floor(Math.log10(value))
  return [1, 1.5, 2, 3, 4, 5, 6, 8, 10].map((step) => step * unit).find((step) => step >= value)!
}
