import { IconTrash } from '@tabler/icons-react'
import { useState } from 'react'
import { fileAddress } from '../../../api/call.ts'
import { useAct } from '../../../api/use-call.ts'
import { Button } from '../../../kit/button.tsx'
import { Confirm } from '../../../kit/form/confirm.tsx'
import { Time } from '../../../kit/value/time.tsx'
import { documentWords } from '../../../shared/company-words.ts'
import type { CompanyDocument } from '../words.ts'
import { sizeText } from '../../../kit/value/size.ts'
import style from './application.module.css'

type Props = { document: CompanyDocument; all: readonly CompanyDocument[]; removable?: boolean }

/** An uploaded document. */
export function DocumentFile({ document, all, removable = false }: Props) {
  const { id, kind, name, bytes, expires_on, uploaded_by, same_as } = document
  const same = all.find((one) => one.id === same_as)
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
        {uploaded_by !== null && ` · by ${uploaded_by}`}
      </small>
      {same !== undefined && (
        <small className={style['same']}>The same file as {same.name ?? documentWords[same.kind]}.</small>
      )}
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
