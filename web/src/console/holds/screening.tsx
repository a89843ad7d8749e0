import { Badge } from '../../kit/value/badge.tsx'
import { Panel, Section } from '../../kit/page.tsx'
import { sentence } from '../../kit/value/states.ts'
import { Time } from '../../kit/value/time.tsx'
import type { HoldCase } from './hold-case.ts'
import { SmallTable } from '../../kit/table/small-table.tsx'
import style from './case.module.css'

const fourPlaces = new Intl.NumberFormat('en', { minimumFractionDigits: 4, maximumFractionDigits: 4 })
const ratioText = (ratio: number): string => fourPlaces.format(ratio)

type Hit = HoldCase['screening']['hits'][number]

/** Names that match a watchlist now, each next to its entry, with the parts of the score. */
export function Screening({ screening: { hits, review_from } }: { screening: HoldCase['screening'] }) {
  return (
    <Section
      title={hits.length > 1 ? 'Screening hits' : 'Screening hit'}
      note={`a person reviews it from ${review_from}`}
    >
      {hits.map((hit) => (
        <OneHit key={`${hit.name} ${hit.entry.name} ${hit.entry.list}`} hit={hit} />
      ))}
    </Section>
  )
}

function OneHit({ hit }: { hit: Hit }) {
  const { name, entry, words, score } = hit
  const lines = [
    {
      what: 'Name',
      here: <Marked text={name} words={words.map(({ word }) => word)} />,
      listed: <Marked text={entry.name} words={words.map(({ listed }) => listed)} />,
      result: <Badge tone="held">{score}</Badge>,
    },
    {
      what: 'List',
      here: null,
      listed: (
        <>
          {entry.list}, <Time at={entry.listed_at} day />
        </>
      ),
      result: entry.effect === 'refuse' ? 'Refuses automatically' : 'A person reviews it',
    },
  ]
  return (
    <>
      <SmallTable
        name={`${name}, next to its list entry`}
        rows={lines}
        rowKey={({ what }) => what}
        empty=""
        columns={[
          ['What', ({ what }) => <span className="muted">{what}</span>],
          ['In this case', ({ here }) => here],
          ['List entry', ({ listed }) => listed],
          ['Comparison', ({ result }) => result],
        ]}
      />
      <div className={style['panel']}>
        <Why hit={hit} />
      </div>
    </>
  )
}

/** Underlines the compared words; legal forms are not compared. */
function Marked({ text, words }: { text: string; words: readonly (string | null)[] }) {
  return text.split(/(\s+)/).map((part, i) => {
    const isCompared = words.includes(part.toLowerCase())
    return isCompared ? (
      <span key={i} className={style['alike']}>
        {part}
      </span>
    ) : (
      part
    )
  })
}

function Why({ hit: { words, score } }: { hit: Hit }) {
  const letters = words.reduce((sum, word) => sum + word.letters, 0)
  return (
    <Panel title={`Parts of the score ${score}`} note="legal forms left out; words weighted by their letters">
      <SmallTable
        name="The comparison word by word"
        rows={[...words, null]}
        rowKey={(word) => (word === null ? 'score' : `${word.word} ${word.listed}`)}
        empty=""
        columns={[
          ['Word', (word) => (word === null ? <b>Score</b> : (word.word ?? <span className="muted">none</span>))],
          ['List', (word) => (word === null ? '' : (word.listed ?? <span className="muted">none</span>))],
          ['Jaro-Winkler', (word) => (word === null ? <b>{score}</b> : ratioText(Number(word.similarity))), 'num'],
          ['Weight', (word) => (word === null ? letters : word.letters), 'num'],
          [
            'Part',
            (word) => ratioText(word === null ? Number(score) * letters : Number(word.similarity) * word.letters),
            'num',
          ],
          ['Difference', (word) => (word === null ? '' : <span className="muted">{difference(word)}</span>)],
        ]}
      />
    </Panel>
  )
}

function difference({ word, listed }: Hit['words'][number]): string {
  if (word === null) return 'only on the list'
  if (listed === null) return 'only in this case'
  if (word === listed) return 'none'
  const more = word.length - listed.length
  if (more === 0) return 'other letters'
  const count = Math.abs(more)
  return sentence(`${count} ${count === 1 ? 'letter' : 'letters'} ${more > 0 ? 'more' : 'less'}`)
}
