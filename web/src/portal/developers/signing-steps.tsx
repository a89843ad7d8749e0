import { toneIcons } from '../../kit/value/states.ts'
import type { Output } from '../../api/call.ts'
import { Banner } from '../../kit/banner.tsx'
import { Empty } from '../../kit/loading.tsx'
import { CopyText } from '../copy-text.tsx'
import type { Finding, Inspected } from './inspect.ts'
import type { Verdict } from './verify.ts'
import style from './page.module.css'

type Key = Output<'keys'>['items'][number]
type Props = { inspected: Inspected; verdict: Verdict | null; apiKey: Key | null; isEmpty: boolean }

/** Every step from the request to the verified signature, with the step that differs. */
export function SigningSteps({ inspected: { findings, parts, strings }, verdict, apiKey, isEmpty }: Props) {
  if (isEmpty) return <Empty title="No request yet.">Paste one, and each step of its signature appears here.</Empty>
  return (
    <div className={`stack ${style['steps']}`}>
      <Result verdict={verdict} apiKey={apiKey} wrong={findings.find(({ isRight }) => !isRight) ?? null} />
      <ol className="tl">
        {findings.map((finding) => (
          <Step key={finding.step} finding={differing(finding, verdict)} />
        ))}
      </ol>
      {parts !== null && (
        <CopyText label="Signing string: path, body, nonce" text={strings[0]!}>
          <span className={style['string']}>
            <span className={style['path']}>{parts.path}</span>
            <span className={style['body']}>{parts.body}</span>
            <span className={style['nonce']}>{parts.nonce}</span>
          </span>
        </CopyText>
      )}
      {verdict?.kind === 'miss' && (
        <CopyText
          label="Actually signed"
          text={
            verdict.miss.digest === null
              ? verdict.miss.payload
              : `${verdict.miss.digest === 'sha256' ? 'SHA-256' : 'hex text of the SHA-256'} of the signing string`
          }
        />
      )}
    </div>
  )
}

const partSteps = { path: 'Path', body: 'Body', order: 'Nonce', hash: 'Signature' } as const

/** A correct step that was signed differently. */
const differing = (finding: Finding, verdict: Verdict | null): Finding =>
  verdict?.kind === 'miss' && partSteps[verdict.miss.part] === finding.step
    ? { ...finding, isRight: false, says: verdict.miss.hint }
    : finding

function Step({ finding: { step, isRight, says, text } }: { finding: Finding }) {
  const Icon = toneIcons[isRight ? 'done' : 'broken']
  return (
    <li className={isRight ? 'done' : 'broken'}>
      <span className="dot">
        <Icon className="ic" aria-hidden />
      </span>
      <div className="t">
        <b>
          {step}
          {!isRight && <span className="vh"> differs</span>}
        </b>
      </div>
      <p>{says}</p>
      {text !== undefined && <pre>{text}</pre>}
    </li>
  )
}

type ResultProps = { verdict: Verdict | null; apiKey: Key | null; wrong: Finding | null }

function Result({ verdict, apiKey, wrong }: ResultProps) {
  if (verdict === null)
    return wrong === null ? null : (
      <Banner tone="waits" title={`${wrong.step}:`}>
        {wrong.says}
      </Banner>
    )
  switch (verdict.kind) {
    case 'right':
      return wrong === null ? (
        <Fits apiKey={apiKey} />
      ) : (
        <Banner tone="broken" title={`The signature is valid, but the ${wrong.step.toLowerCase()} is not.`}>
          {wrong.says}
        </Banner>
      )
    case 'miss':
      return (
        <Banner tone="broken" title={`${partSteps[verdict.miss.part]} differs.`}>
          {verdict.miss.hint}
        </Banner>
      )
    case 'other-key':
      return (
        <Banner tone="broken" title="Signed with another key.">
          The signature was made with your key {verdict.key.label}. Send its public key, or sign with the private key
          that belongs to the sent public key.
        </Banner>
      )
    case 'wrong':
      return (
        <Banner tone="broken" title="The signed text or the key differs.">
          It is none of the usual mistakes. Compare your program’s signing string with the one below, character by
          character.
        </Banner>
      )
  }
}

/** The signature is valid. The state of the key decides whether the service accepts the call. */
function Fits({ apiKey }: { apiKey: Key | null }) {
  if (apiKey === null)
    return (
      <Banner tone="waits" title="The signature is valid.">
        But this public key does not belong to your company here.
      </Banner>
    )
  if (apiKey.status !== 'active' && apiKey.status !== 'rotating')
    return (
      <Banner tone="waits" title="The signature is valid.">
        But the key {apiKey.label} is {apiKey.status}: the service refuses its calls.
      </Banner>
    )
  return (
    <Banner tone="done" title="The signature is valid.">
      Key {apiKey.label}. Its last nonce is {apiKey.last_nonce ?? 'none'}: the next one must be higher.
    </Banner>
  )
}
