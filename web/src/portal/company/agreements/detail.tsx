import { IconDownload } from '@tabler/icons-react'
import { usePathId } from '../../../kit/url-state.ts'
import { call } from '../../../api/call.ts'
import { useCall } from '../../../api/use-call.ts'
import { StateBadge } from '../../../kit/value/badge.tsx'
import { Button } from '../../../kit/button.tsx'
import { savePdf } from '../../../kit/save-pdf.ts'
import { FormError } from '../../../kit/form/form-error.tsx'
import { Id } from '../../../kit/value/id.tsx'
import { Empty, Loaded } from '../../../kit/loading.tsx'
import { Facts, PageHead, Panel } from '../../../kit/page.tsx'
import { Time } from '../../../kit/value/time.tsx'
import { Timeline } from '../../../kit/timeline.tsx'
import type { Reached } from '../../../kit/timeline-steps.ts'
import { agreementKind, type AgreementState } from './timeline.tsx'
import { useAttempt } from '../../../kit/form/use-attempt.ts'
import { productWords } from '../words.ts'
import { MarkdownText } from '../../../kit/markdown/markdown-text.tsx'
import { SignPanel } from './sign.tsx'
import { type Agreement, meaning, opens } from './words.ts'

const crumbs = [
  { title: 'Company', to: '/company' },
  { title: 'Agreements', to: '/company/agreements' },
]

/** One agreement: its text and its signature. */
export function Page() {
  const id = usePathId()
  const agreements = useCall('agreements', {})
  return (
    <Loaded query={agreements} lines={8}>
      {({ items }) => {
        const agreement = items.find(({ agreementid }) => agreementid === id)
        return agreement === undefined ? (
          <Empty title="There is no such agreement.">Choose one under Company, Agreements.</Empty>
        ) : (
          <Detail agreement={agreement} />
        )
      }}
    </Loaded>
  )
}

function Detail({ agreement }: { agreement: Agreement }) {
  const { agreementid: id, product, version, status } = agreement
  const text = useCall('agreementText', { id }, { refetchInterval: false })
  return (
    <>
      <PageHead
        title={productWords[product]}
        crumbs={crumbs}
        badge={
          <StateBadge state={status} box>
            {meaning[status]}
          </StateBadge>
        }
        sub={`Version ${version}. ${opens[product]}`}
        acts={<Copy id={id} />}
      />
      <div className="split">
        <Loaded query={text} lines={16}>
          {(data) => <MarkdownText text={data.text} />}
        </Loaded>
        <div>
          {status === 'sent' && <SignPanel agreement={agreement} text={text.data ?? null} />}
          <Panel title="Status">
            <Timeline kind={agreementKind(agreement)} reached={stepsOf(agreement)} />
          </Panel>
          <Panel title="Evidence">
            <Facts
              rows={[
                ['Agreement', <Id key="id" value={id} />],
                agreement.text_sha256 === null
                  ? null
                  : ['SHA-256 of the text', <Id key="hash" value={agreement.text_sha256} />],
                agreement.ends_at === null ? null : ['Ends', <Time key="ends" at={agreement.ends_at} day />],
              ]}
            />
          </Panel>
        </div>
      </div>
    </>
  )
}

function stepsOf({ status, created_at, updated_at, signed, countersigned }: Agreement): Reached<AgreementState>[] {
  const steps: Reached<AgreementState>[] = [{ state: 'sent', at: created_at }]
  if (signed !== null) steps.push({ state: 'signed', at: signed.at })
  if (countersigned !== null) steps.push({ state: 'active', at: countersigned.at })
  if (['expired', 'superseded', 'terminated'].includes(status)) steps.push({ state: status, at: updated_at })
  return steps
}

/** The PDF with text, signatures and their evidence. */
function Copy({ id }: { id: string }) {
  const { attempt, busy, error } = useAttempt()
  const save = async () => savePdf(await call('agreementCopy', { id }))
  return (
    <>
      <FormError error={error} />
      <Button icon={IconDownload} busy={busy} onClick={() => void attempt(save)}>
        Download PDF
      </Button>
    </>
  )
}
