import { qrMatrix } from './qr.ts'

/** A QR code, dark on white in both themes, with the margin that scanners need. */
export function QrCode({ text, label }: { text: string; label: string }) {
  const rows = qrMatrix(text)
  const size = rows.length + 8
  const path = rows.flatMap((row, y) => row.flatMap((dark, x) => (dark ? [`M${x + 4} ${y + 4}h1v1h-1z`] : []))).join('')
  return (
    <svg className="qr" viewBox={`0 0 ${size} ${size}`} role="img" aria-label={label} shapeRendering="crispEdges">
      <rect width={size} height={size} fill="#fff" />
      <path d={path} fill="#14181B" />
    </svg>
  )
}
