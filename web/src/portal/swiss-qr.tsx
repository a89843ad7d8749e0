import { QrCode } from '../kit/qr-code.tsx'
import style from './swiss-qr.module.css'

/** The code of a Swiss QR-bill, marked by the cross in its middle. `text` is from `qrBill`. */
export function SwissQr({ text, label = 'Swiss QR-bill' }: { text: string; label?: string }) {
  return (
    <div className={style['code']}>
      <QrCode text={text} label={label} />
      <svg viewBox="0 0 20 20" aria-hidden>
        <rect width="20" height="20" fill="#fff" />
        <rect x="1" y="1" width="18" height="18" fill="#000" />
        <path d="M8.3 4h3.4v4.3H16v3.4h-4.3V16H8.3v-4.3H4V8.3h4.3z" fill="#fff" />
      </svg>
    </div>
  )
}
