import type { ReactNode } from 'react'
import style from './markdown-text.module.css'
import { type Block, blocksOf, type Inline } from './markdown.ts'

/** The text of an agreement. */
export function MarkdownText({ text }: { text: string }) {
  return (
    <div className={style['text']}>
      {blocksOf(text).map((block, i) => (
        <BlockText key={i} block={block} />
      ))}
    </div>
  )
}

function BlockText({ block }: { block: Block }) {
  if (block.kind === 'line') return <hr />
  if (block.kind === 'paragraph') return <p>{inlines(block.inlines)}</p>
  if (block.kind === 'heading')
    return block.level === 1 ? <h2>{inlines(block.inlines)}</h2> : <h3>{inlines(block.inlines)}</h3>
  const List = block.ordered ? 'ol' : 'ul'
  return (
    <List>
      {block.items.map((item, i) => (
        <li key={i}>{inlines(item)}</li>
      ))}
    </List>
  )
}

const tags = { bold: 'strong', italic: 'em', code: 'code' } as const

const inlines = (list: readonly Inline[]): ReactNode[] =>
  list.map(({ kind, text }, i) => {
    if (kind === 'text') return text
    const Tag = tags[kind]
    return <Tag key={i}>{text}</Tag>
  })
