import type { Output } from '../../api/call.ts'
import { Badge } from '../../kit/value/badge.tsx'
import { Id } from '../../kit/value/id.tsx'
import { MarkdownText } from '../../kit/markdown/markdown-text.tsx'
import { Section } from '../../kit/page.tsx'
import { sentence } from '../../kit/value/states.ts'
import style from './lists.module.css'

/** The texts that institutions sign. A text never changes. A new wording is a new version. */
export function AgreementTexts({ texts }: { texts: Output<'lists'>['agreements'] }) {
  return (
    <Section title="Texts of agreements" note="a new wording is a new version">
      {texts.map(({ product, version, sha256, is_sent, text }) => (
        <details key={`${product} ${version}`} className={style['text']}>
          <summary>
            <b>{sentence(product)}</b> <span className="muted">version {version}</span>{' '}
            {is_sent && <Badge tone="done">Current</Badge>}
          </summary>
          <p className="s13 muted">
            SHA-256 <Id value={sha256} />
          </p>
          <MarkdownText text={text} />
        </details>
      ))}
    </Section>
  )
}
