import { IconTrash } from '@tabler/icons-react'
import { useState } from 'react'
import { fileAddress } from '../../../api/call.ts'
import { useAct } from '../../../api/use-call.ts'
import { Button } from '../../../kit/button.tsx'
import { Confirm } from '../../../kit/form/confirm.tsx'
import { Time } from '../../../kit/value/time.tsx'
import { type CompanyDocument, documentWords } from '../words.ts'
import style from './application.module.css'
import { sizeText } from './upload.ts'

/** An uploaded document. */
export function DocumentFile({ document, removable = false }: { document: CompanyDocument; removable?: boolean }) {
  const { id, kind, name, bytes, expires_on } = document
  const [asking, setAsking] = useState(false)
  const remove = useAct('removeDocument', () => setAsking(false))
  const shown = name ?? 'Erased'
  return (
    <li className={style['file']}>
      <a className="link" href={fileAddress('ownDocument', { id })} download={name ?? true}>
        {shown}
      </a>
      <small>
        {documentWords[kind]} · {sizeText(bytes)}
        {expires_on !== null && (
          <>
            {' '}
            · until <Time at={expires_on} day />
          </>
        )}
      </small>
      {removable && (
        <Button
          quiet
          small
          icon={IconTrash}
          aria-label={`Remove ${shown}`}
          title="Remove"
          onClick={() => setAsking(true)}
        />
      )}
      <Confirm
        open={asking}
        onClose={() => setAsking(false)}
        title={`Remove ${shown}`}
        act="Remove"
        danger
        busy={remove.isPending}
        error={remove.error}
        onConfirm={() => remove.mutate({ id })}
      >
        The document no longer counts. We keep it as long as the law requires.
      </Confirm>
    </li>
  )
}
