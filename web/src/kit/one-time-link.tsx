import { IconCheck, IconCopy } from '@tabler/icons-react'
import { useState } from 'react'
import { Banner } from './banner.tsx'
import { Button } from './button.tsx'
import { Link } from './link.tsx'
import { Time } from './value/time.tsx'
import style from './one-time-link.module.css'

type Props = {
  made: { readonly link: string; readonly expires_at: string | null; readonly link_approval?: string | null }
  name: string
}

/** A link that works once and is shown only now; or its first half, whose approver gets the second. */
export function OneTimeLink({ made: { link, expires_at: until, link_approval: approval }, name }: Props) {
  const [copied, setCopied] = useState(false)
  const copy = async () => {
    await navigator.clipboard.writeText(link)
    setCopied(true)
  }
  return (
    <div className="stack">
      <Banner tone="waits" title="This link is shown only now.">
        {until === null ? (
          <>
            This is the first half. The person who approves{' '}
            <Link className="link" to={`/approvals/${approval}`}>
              the link
            </Link>{' '}
            gets the second half. {name} needs both. Hand your half only to {name}, on a channel that you trust.
          </>
        ) : (
          <>
            Hand it only to {name}, on a channel that you trust. The first person who opens it signs in as {name}. It
            works once, until <Time at={until} />.
          </>
        )}
      </Banner>
      <div className={style['link']}>
        <code className="mono">{link}</code>
        <Button main icon={copied ? IconCheck : IconCopy} onClick={() => void copy()}>
          {copied ? 'Copied' : 'Copy link'}
        </Button>
      </div>
    </div>
  )
}
