import { IconDownload, IconX } from '@tabler/icons-react'
import { fileAddress } from '../../api/call.ts'
import { Button } from '../../kit/button.tsx'
import { documentWords } from '../../shared/company-words.ts'
import type { KybCase } from './kyb-case.ts'
import style from './document-viewer.module.css'

type Props = { institutionid: string; document: KybCase['documents'][number]; onClose: () => void }

/** A document within the page. The browser shows it in a frame with an origin of its own. */
export function DocumentViewer({ institutionid, document, onClose }: Props) {
  const { id, kind, name, content_type } = document
  const address = { id: institutionid, document_id: id }
  const src = fileAddress('viewKybDocument', address)
  const title = `${documentWords[kind]}: ${name ?? ''}`
  return (
    <figure className={style['viewer']}>
      <figcaption className={style['head']}>
        <b>{title}</b>
        <span className="grow" />
        <a className="btn sm" href={fileAddress('kybDocument', address)} download>
          <IconDownload className="ic" aria-hidden />
          Download
        </a>
        <Button small icon={IconX} onClick={onClose}>
          Close
        </Button>
      </figcaption>
      {content_type === 'application/pdf' ? (
        <iframe key={id} className={style['page']} src={src} title={title} />
      ) : (
        <img key={id} className={style['image']} src={src} alt={title} />
      )}
    </figure>
  )
}
