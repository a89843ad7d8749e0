import { IconPlus } from '@tabler/icons-react'
import { useState } from 'react'
import { Badge } from '../../../kit/value/badge.tsx'
import { Button } from '../../../kit/button.tsx'
import { Section } from '../../../kit/page.tsx'
import type { Tone } from '../../../kit/value/states.ts'
import { documentWords, requirementWord } from '../../../shared/company-words.ts'
import type { Company, CompanyDocument, DocumentKind, Requirement } from '../words.ts'
import { AddDocument } from './add-document.tsx'
import style from './application.module.css'
import { DocumentFile } from './document-file.tsx'

const marks: { readonly [state in Requirement['state']]: { tone: Tone; word: string } } = {
  due: { tone: 'waits', word: 'Missing' },
  past_due: { tone: 'broken', word: 'Expired' },
  later: { tone: 'waits', word: 'Expires soon' },
  being_checked: { tone: 'waits', word: 'Being checked' },
  met: { tone: 'done', word: 'Uploaded' },
}

const everyKind = Object.keys(documentWords) as DocumentKind[]

/** Every required document, with its uploads. */
export function DocumentsStep({ company }: { company: Company }) {
  const needs = company.requirements.filter(({ code }) => code.startsWith('document.'))
  const rest = company.documents.filter((document) => !needs.some((need) => serves(document, need)))
  return (
    <>
      <p className="s13 muted">PDF, PNG or JPEG, at most 10 MB each. A file counts as soon as it is uploaded.</p>
      <ul className={style['needed']}>
        {needs.map((need) => (
          <Slot key={`${need.code} ${need.person_id}`} company={company} need={need} />
        ))}
      </ul>
      <Section title="Other documents" note="Additional documents, or documents that our team requested.">
        <div className={style['slot']}>
          <Files documents={rest} all={company.documents} />
          <AddDocument name="another document" kinds={everyKind} personId={null} />
        </div>
      </Section>
    </>
  )
}

const serves = ({ kind, person_id }: CompanyDocument, { accepts, person_id: whose }: Requirement): boolean =>
  accepts.includes(kind) && person_id === whose

function Slot({ company, need }: { company: Company; need: Requirement }) {
  const title = requirementWord(need, company.persons)
  const { tone, word } = marks[need.state]
  const [adding, setAdding] = useState(false)
  const given = company.documents.filter((document) => serves(document, need))
  return (
    <li className={style['slot']}>
      <div className={style['slotHead']}>
        <div className={style['grow']}>
          <b>{title}</b>
          <p className="s13 muted">{need.why}</p>
        </div>
        <Badge tone={tone}>{word}</Badge>
      </div>
      <Files documents={given} all={company.documents} />
      {given.length === 0 || adding ? (
        <AddDocument name={title} kinds={need.accepts} personId={need.person_id} />
      ) : (
        <Button quiet small icon={IconPlus} aria-label={`Add another: ${title}`} onClick={() => setAdding(true)}>
          Add another
        </Button>
      )}
    </li>
  )
}

function Files({ documents, all }: { documents: readonly CompanyDocument[]; all: readonly CompanyDocument[] }) {
  if (documents.length === 0) return null
  return (
    <ul className={style['files']}>
      {documents.map((document) => (
        <DocumentFile key={document.id} document={document} all={all} removable />
      ))}
    </ul>
  )
}
