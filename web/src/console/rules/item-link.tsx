import type { HeldKind } from '@specie/protocol/holds.ts'
import { Link } from '../../kit/link.tsx'
import { sentence } from '../../kit/value/states.ts'

export const ItemLink = ({ kind, itemid }: { kind: HeldKind; itemid: string }) => (
  <Link className="link" to={`/${kind}s/${itemid}`}>
    {sentence(kind)}
  </Link>
)
