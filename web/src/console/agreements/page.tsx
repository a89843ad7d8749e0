import { IconDownload } from '@tabler/icons-react'
import { useState } from 'react'
import { call, type Output } from '../../api/call.ts'
import { useAct, useCall } from '../../api/use-call.ts'
import { mayDo, useMe } from '../../app/session.tsx'
import { StateBadge } from '../../kit/value/badge.tsx'
import { Button } from '../../kit/button.tsx'
import { Confirm } from '../../kit/form/confirm.tsx'
import { FormError } from '../../kit/form/form-error.tsx'
import { savePdf } from '../../kit/save-pdf.ts'
import { Id } from '../../kit/value/id.tsx'
import { Loaded } from '../../kit/loading.tsx'
import { MarkdownText } from '../../kit/markdown/markdown-text.tsx'
import { Facts, PageHead, Panel } from '../../kit/page.tsx'
import { phrase, sentence } from '../../kit/value/states.ts'
import { Time } from '../../kit/value/time.tsx'
import { usePathId } from '../../kit/url-state.ts'
import { useAttempt } from '../../kit/form/use-attempt.ts'
import { ActButton } from '../../app/act-button.tsx'
import { institutionCrumbs } from '../institution-link.tsx'

type Agreement = Output<'institutionAgreement'>

/** One agreement: its text, its signatures, and what staff can do. */
export function Page() {
  const found = useCall('institutionAgreement', { id: usePathId() })
  return (
    <Loaded query={found} lines={8}>
      {(agreement) => (
        <>
          <PageHead
            title={`${sentence(agreement.product)}, ${agreement.institution}`}
            crumbs={institutionCrumbs(agreement.institutionid, agreement.institution)}
            badge={<StateBadge state={agreement.status} box />}
            sub={`Agreement, version ${agreement.version}`}
            acts={agreement.text !== null && <Copy id={agreement.agreementid} />}
          />
          <div className="split">
            {agreement.text === null ? (
              <p className="s13 muted">This agreement is older than the texts kept here.</p>
            ) : (
              <MarkdownText text={agreement.text} />
            )}
            <Standing agreement={agreement} />
          </div>
        </>
      )}
    </Loaded>
  )
}

function Copy({ id }: { id: string }) {
  const { attempt, busy, error } = useAttempt()
  return (
    <>
      <FormError error={error} />
      <Button
        icon={IconDownload}
        busy={busy}
        onClick={() => void attempt(async () => savePdf(await call('staffAgreementCopy', { id })))}
      >
        Copy as PDF
      </Button>
    </>
  )
}

const openStates: readonly Agreement['status'][] = ['sent', 'signed', 'active']

function Standing({ agreement }: { agreement: Agreement }) {
  const mayAct = mayDo(useMe(), 'agreements.countersign')
  const { agreementid, product, institution, status, signed, countersigned, sign_until, ends_at, text_sha256 } =
    agreement
  return (
    <Panel title="Signatures" end={<StateBadge state={status} />}>
      <div className="stack">
        <Facts
          rows={[
            ['Sent', <Time key="sent" at={agreement.created_at} />],
            sign_until === null ? null : ['Sign by', <Time key="until" at={sign_until} day />],
            ['For the institution', <Signed key="signed" by={signed} />],
            ['Countersigned', <Signed key="countersigned" by={countersigned} />],
            ends_at === null ? null : ['Ends', <Time key="ends" at={ends_at} day />],
            text_sha256 === null ? null : ['SHA-256 of the text', <Id key="hash" value={text_sha256} />],
          ]}
        />
        {mayAct && status === 'signed' && <Countersign agreement={agreement} />}
        {openStates.includes(status) && (
          <ActButton
            call="terminateAgreement"
            input={{ id: agreementid }}
            label={status === 'active' ? 'Terminate' : 'Take back'}
            title={`End ${phrase(product)} with ${institution}`}
            act="agreements.countersign"
            confirm="End agreement"
            danger
            wide
          >
            {status === 'active'
              ? 'Takes effect at once. The service refuses the institution’s next request for this product.'
              : 'The institution can no longer sign it. You can send it again.'}
          </ActButton>
        )}
      </div>
    </Panel>
  )
}

function Signed({ by }: { by: Agreement['signed'] }) {
  if (by === null) return 'not yet'
  return (
    <span>
      {by.name}
      <small>
        <Time at={by.at} />
      </small>
    </span>
  )
}

function Countersign({
  agreement: { agreementid: id, product, version, institution, signed },
}: {
  agreement: Agreement
}) {
  const [open, setOpen] = useState(false)
  const sign = useAct('countersignAgreement', () => setOpen(false))
  return (
    <>
      <Button main tall wide onClick={() => setOpen(true)}>
        Countersign
      </Button>
      <Confirm
        open={open}
        onClose={() => setOpen(false)}
        title={`Countersign ${phrase(product)} with ${institution}`}
        act="Countersign"
        busy={sign.isPending}
        error={sign.error}
        onConfirm={() => sign.mutate({ id })}
      >
        Version {version}, signed by {signed?.name ?? 'the institution'}, takes effect and replaces the earlier version.
        It shows your name and the time.
      </Confirm>
    </>
  )
}
