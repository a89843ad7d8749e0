import { encode } from 'uqr'

/** With error correction M, which the Swiss QR-bill requires, and the margin that scanners need. */
export const qrMatrix = (text: string): boolean[][] => encode(text, { ecc: 'M', border: 0, maxVersion: 25 }).data

const margin = 4

/** A QR code, dark on white in both themes. */
export function QrCode({ text, label }: { text: string; label: string }) {
  const rows = qrMatrix(text)
  const size = rows.length + 2 * margin
  const path = rows
    .flatMap((row, y) => row.flatMap((dark, x) => (dark ? [`M${x + margin} ${y + margin}h1v1h-1z`] : [])))
    .join('')
  return (
    <svg className="qr" viewBox={`0 0 ${size} ${size}`} role="img" aria-label={label} shapeRendering="crispEdges">
      <rect width={size} height={size} fill="#fff" />
      <path d={path} fill="#14181B" />
    </svg>
  )
}
