import { auditActions } from '@specie/protocol/audit-actions.ts'
import { Dialog } from '../../kit/form/dialog.tsx'
import { Facts } from '../../kit/page.tsx'
import { Id } from '../../kit/value/id.tsx'
import { sentence } from '../../kit/value/states.ts'
import { Time } from '../../kit/value/time.tsx'
import { Named, nameOf } from './named.tsx'
import type { Entry } from './page.tsx'

/** What the action means, as a sentence. Actions of former versions may have none. */
function meaningOf(action: string): string {
  const meaning = (auditActions as { readonly [action: string]: string })[action]?.replaceAll('`', '') ?? ''
  return meaning && `${meaning.charAt(0).toUpperCase()}${meaning.slice(1)}.`
}

/** One entry with everything that it records. */
export function Detail({ entry, onClose }: { entry: Entry; onClose: () => void }) {
  const { seq, at, action, actor, subject, detail, login, session, hash } = entry
  return (
    <Dialog open onClose={onClose} title={`Entry ${seq}: ${sentence(action)}`} wide>
      <p className="s13 muted">{meaningOf(action)}</p>
      <Facts
        left
        rows={[
          ['When', <Time key="at" at={at} evidence />],
          ['By', <Evident key="by" text={actor} entry={entry} />],
          ['On', <Evident key="on" text={subject} entry={entry} />],
          ...detail.map(
            ({ name, values }) =>
              [
                sentence(name),
                values.map((value) => (
                  <div key={value}>
                    <Evident text={value} entry={entry} />
                  </div>
                )),
              ] as const,
          ),
          ['Database login', login],
          ['Database session', session],
          ['Hash', <Id key="hash" value={hash} />],
        ]}
      />
    </Dialog>
  )
}

/** The recorded text, after the name that it stands for. */
function Evident({ text, entry }: { text: string; entry: Entry }) {
  if (nameOf(text, entry) === text) return <>{text}</>
  return (
    <>
      <Named text={text} entry={entry} /> <Id value={text} />
    </>
  )
}
