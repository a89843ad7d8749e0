import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { useCall } from '../../api/use-call.ts'
import { Banner } from '../../kit/banner.tsx'
import { Choose, Field, Segment, TextArea } from '../../kit/form/field.tsx'
import { PageHead, Panel, Section } from '../../kit/page.tsx'
import { useUrlState } from '../../kit/url-state.ts'
import { Tabs } from '../../kit/tabs.tsx'
import { inspect } from './inspect.ts'
import { canMakeKeys } from './key-pair.ts'
import { noRequest, type PastedRequest, readRequest } from './read-request.ts'
import { SigningSteps } from './signing-steps.tsx'
import { verdictOf } from './verify.ts'
import { developerTabs } from './words.ts'
import style from './page.module.css'

/** Finds the step in which a signature differs from what the service expects. Everything runs in this page. */
export function Page() {
  const [{ key: keyid, mode = 'paste' }, change] = useUrlState()
  const keys = useCall('keys', { limit: '500' }, { refetchInterval: false })
  const [text, setText] = useState('')
  const [typed, setTyped] = useState<PastedRequest>(noRequest)
  const given = mode === 'paste' ? readRequest(text) : typed
  const chosen = keys.data?.items.find((one) => one.keyid === keyid)
  const request = chosen === undefined ? given : { ...given, publicKey: chosen.publickey }
  const inspected = inspect(request)
  const known = keys.data?.items ?? []
  const verdict = useQuery({
    queryKey: ['signature verdict', request, known.length],
    queryFn: () => verdictOf(inspected, known),
    enabled: canMakeKeys(),
    refetchInterval: false,
  })
  const isEmpty = mode === 'paste' ? text.trim() === '' : typed === noRequest
  return (
    <>
      <PageHead title="Signature tester" sub="Paste a refused request. This page checks it and sends it nowhere." />
      <Tabs label="Developers" tabs={developerTabs} />
      <div className={`split ${style['tester']}`}>
        <Section title="Your request">
          <div className="stack">
            <Segment
              label="Input of the request"
              value={mode}
              options={[
                { value: 'paste', label: 'Paste it' },
                { value: 'fields', label: 'Fill the fields' },
              ]}
              onChange={(next) => {
                if (next === 'fields' && text.trim() !== '') setTyped(given)
                change({ mode: next === 'paste' ? undefined : next })
              }}
            />
            <Choose
              label="Key"
              name="key"
              value={keyid ?? ''}
              onChange={(id) => change({ key: id })}
              options={[
                { value: '', label: 'The public key in the request' },
                ...known.map((one) => ({ value: one.keyid, label: one.label })),
              ]}
            />
            {mode === 'paste' ? (
              <div className={style['mono']}>
                <TextArea
                  label="Request"
                  aside="HTTP text or a curl command"
                  name="request"
                  rows={14}
                  spellCheck={false}
                  value={text}
                  onChange={setText}
                  placeholder={placeholder}
                />
              </div>
            ) : (
              <RequestFields request={typed} change={setTyped} hasKey={chosen !== undefined} />
            )}
          </div>
        </Section>
        <Panel title="Step by step">
          {!canMakeKeys() && (
            <Banner tone="waits">This browser verifies signatures only on a secure address (https).</Banner>
          )}
          <SigningSteps
            inspected={inspected}
            verdict={verdict.data ?? null}
            apiKey={known.find((one) => one.publickey === request.publicKey) ?? null}
            isEmpty={isEmpty}
          />
        </Panel>
      </div>
    </>
  )
}

const placeholder = `POST /api/v1/private/accountBalance HTTP/1.1
x-app-public-key: MFkwEwYH…
x-app-nonce: 1789000000000
x-app-signed-data: MEUCIQD…`

type FieldsProps = { request: PastedRequest; change: (request: PastedRequest) => void; hasKey: boolean }

function RequestFields({ request, change, hasKey }: FieldsProps) {
  const field = (name: keyof PastedRequest) => ({
    name,
    value: request[name],
    onChange: (text: string) => change({ ...request, [name]: text.trim() }),
    spellCheck: false,
  })
  return (
    <>
      <Field label="Path" placeholder="/api/v1/private/accountBalance" {...field('target')} />
      <Field label="Content type" {...field('contentType')} />
      {!hasKey && <Field label="x-app-public-key" {...field('publicKey')} />}
      <Field label="x-app-nonce" inputMode="numeric" {...field('nonce')} />
      <Field label="x-app-signed-data" {...field('signature')} />
      <div className={style['mono']}>
        <TextArea
          label="Body"
          aside="exactly as sent"
          {...field('body')}
          onChange={(body) => change({ ...request, body })}
        />
      </div>
    </>
  )
}
