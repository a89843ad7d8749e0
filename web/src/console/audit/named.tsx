import { usePlace } from '../../app/place.ts'
import { Link } from '../../kit/link.tsx'
import { Id } from '../../kit/value/id.tsx'
import { sentence } from '../../kit/value/states.ts'
import style from './audit.module.css'
import type { Entry } from './entry.ts'

type Props = { text: string; entry: Entry }

const foundIn = (text: string, { names }: Entry) => names.find(({ id }) => text.includes(id))

/** What a text of an entry stands for; an actor without an id is a part of the service. */
export const nameOf = (text: string, entry: Entry): string => foundIn(text, entry)?.name ?? text

/** A name in place of an id, with a link where the person may open its page. */
export function Named({ text, entry }: Props) {
  const placeOf = usePlace()
  const found = foundIn(text, entry)
  if (found === undefined) return hasId(text) ? <Id value={text} copy={false} /> : <>{wordOf(text)}</>
  const to = placeOf(found.path)
  if (to === null) return <>{found.name}</>
  return (
    <Link className={`link ${style['name']}`} to={to}>
      {found.name}
    </Link>
  )
}

const hasId = (text: string): boolean => /[0-9a-f]{16}|[0-9a-f]{8}-[0-9a-f]{4}-/.test(text)

/** `service`, `specie check`; codes such as `VCHF` stay as they are. */
const wordOf = (text: string): string => (/^[a-z][a-z_ ]+$/.test(text) ? sentence(text) : text)
