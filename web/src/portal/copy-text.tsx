import { IconCheck, IconCopy } from '@tabler/icons-react'
import { type ReactNode, useState } from 'react'
import { Button } from '../kit/button.tsx'
import style from './copy-text.module.css'

/** A text to copy exactly: shown in full, copied by one click. */
export function CopyText({ label, text, children }: { label: string; text: string; children?: ReactNode }) {
  const [copied, setCopied] = useState(false)
  const copy = async () => {
    await navigator.clipboard.writeText(text)
    setCopied(true)
    setTimeout(() => setCopied(false), 1_500)
  }
  return (
    <div className={style['box']}>
      <div className={style['head']}>
        <span>{label}</span>
        <Button
          small
          quiet
          icon={copied ? IconCheck : IconCopy}
          onClick={() => void copy()}
          aria-label={`Copy: ${label}`}
        >
          {copied ? 'Copied' : 'Copy'}
        </Button>
      </div>
      <pre>{children ?? text}</pre>
    </div>
  )
}
