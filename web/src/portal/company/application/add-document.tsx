import { endingDocuments } from '@specie/protocol/onboarding/documents.ts'
import { IconAlertCircle, IconUpload } from '@tabler/icons-react'
import { type ChangeEvent, useState } from 'react'
import { asCallError } from '../../../api/error.ts'
import { queryClient } from '../../../api/use-call.ts'
import { Choose, Field } from '../../../kit/form/field.tsx'
import { documentWords } from '../../../shared/company-words.ts'
import type { DocumentKind } from '../words.ts'
import { sizeText } from '../../../kit/value/size.ts'
import style from './application.module.css'
import { accepted, flawOf, uploadDocument } from './upload.ts'

type Sending = { key: number; name: string; bytes: number; part: number; problem: string | null }
type Props = { name: string; kinds: readonly DocumentKind[]; personId: string | null }

/** Documents with a printed expiry date. */
const ending = new Set<DocumentKind>(['passport', 'identity_card', 'licence'])

let sent = 0

/** Uploads files for one requirement, each with its progress. */
export function AddDocument({ name, kinds, personId }: Props) {
  const [kind, setKind] = useState<DocumentKind>(kinds[0]!)
  const [expiresOn, setExpiresOn] = useState('')
  // The service refuses it too, before it reads the file.
  const isDateMissing = endingDocuments.includes(kind) && expiresOn === ''
  const [sending, setSending] = useState<readonly Sending[]>([])
  const update = (key: number, part: Partial<Sending>) =>
    setSending((was) => was.map((one) => (one.key === key ? { ...one, ...part } : one)))
  const send = async (file: File) => {
    const key = ++sent
    const flaw = flawOf(file)
    setSending((was) => [
      ...was.filter(({ problem }) => problem === null),
      { key, name: file.name, bytes: file.size, part: 0, problem: flaw },
    ])
    if (flaw !== null) return
    const input = {
      kind,
      name: file.name,
      ...(personId !== null && { person_id: personId }),
      ...(ending.has(kind) && expiresOn !== '' && { expires_on: expiresOn }),
    }
    try {
      await uploadDocument(input, file, (part) => update(key, { part }))
      await queryClient.invalidateQueries({ queryKey: ['company'] })
      setSending((was) => was.filter((one) => one.key !== key))
    } catch (thrown) {
      update(key, { problem: asCallError(thrown).message })
    }
  }
  const onFiles = (event: ChangeEvent<HTMLInputElement>) => {
    for (const file of event.target.files ?? []) void send(file)
    event.target.value = ''
  }
  return (
    <>
      {sending.length > 0 && (
        <ul className={style['files']} role="status">
          {sending.map(({ key, name: file, bytes, part, problem }) => (
            <li key={key} className={style['file']}>
              <span className={style['fileName']}>{file}</span>
              {problem === null ? (
                <>
                  <progress value={part} max={1} aria-label={`Uploading ${file}`} />
                  <small>
                    {Math.round(part * 100)} % of {sizeText(bytes)}
                  </small>
                </>
              ) : (
                <span className="badge is-broken">
                  <IconAlertCircle className="ic" aria-hidden />
                  {problem}
                </span>
              )}
            </li>
          ))}
        </ul>
      )}
      <div className={style['add']}>
        {kinds.length > 1 && (
          <Choose
            label="Kind"
            name="kind"
            value={kind}
            onChange={(value) => setKind(value as DocumentKind)}
            options={kinds.map((value) => ({ value, label: documentWords[value] }))}
          />
        )}
        {ending.has(kind) && (
          <Field
            label="Valid until"
            name="expires_on"
            type="date"
            value={expiresOn}
            onChange={setExpiresOn}
            {...(isDateMissing && { hint: 'As printed in the passport. Then you can upload it.' })}
          />
        )}
        <label className={`btn sm ${style['pick']}`}>
          <IconUpload className="ic" aria-hidden />
          Upload
          <input
            type="file"
            accept={accepted}
            multiple
            disabled={isDateMissing}
            onChange={onFiles}
            aria-label={`Upload: ${name}`}
          />
        </label>
      </div>
    </>
  )
}
