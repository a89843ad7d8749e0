import { useQueryClient } from '@tanstack/react-query'
import { useEffect, useRef, useState } from 'react'
import { call } from '../../../api/call.ts'
import { asCallError, type CallError } from '../../../api/error.ts'
import type { Entity } from '../words.ts'
import { type Draft, draftOf, entityOf } from './draft.ts'

/** The pause in typing before a save. */
const pauseMs = 700

export type Saving = { state: 'saved' | 'changed' | 'saving' | 'failed'; at: string | null; error: CallError | null }

/** The company's data, saved during typing. Only one save runs at a time; the last one wins. */
export function useDraft(entity: Entity) {
  const client = useQueryClient()
  const [draft, setDraft] = useState(() => draftOf(entity))
  const [saving, setSaving] = useState<Saving>({ state: 'saved', at: null, error: null })
  const latest = useRef(draft)
  const saved = useRef(JSON.stringify(entityOf(draft).entity))
  const running = useRef(false)
  const timer = useRef<ReturnType<typeof setTimeout>>(undefined)

  const save = async (): Promise<void> => {
    clearTimeout(timer.current)
    if (running.current) return
    running.current = true
    try {
      for (let text = written(latest.current); text !== saved.current; text = written(latest.current)) {
        setSaving((was) => ({ ...was, state: 'saving' }))
        await call('saveEntity', JSON.parse(text) as Entity)
        saved.current = text
      }
      setSaving((was) => (was.state === 'saved' ? was : { state: 'saved', at: new Date().toISOString(), error: null }))
      await client.invalidateQueries({ queryKey: ['company'] })
    } catch (thrown) {
      setSaving((was) => ({ ...was, state: 'failed', error: asCallError(thrown) }))
    } finally {
      running.current = false
    }
  }
  const change = (part: Partial<Draft>): void => {
    latest.current = { ...latest.current, ...part }
    setDraft(latest.current)
    setSaving((was) => ({ ...was, state: 'changed' }))
    clearTimeout(timer.current)
    timer.current = setTimeout(() => void save(), pauseMs)
  }
  const write = (name: string) => (text: string) => change({ text: { ...latest.current.text, [name]: text } })

  const saveOnLeave = useRef(save)
  saveOnLeave.current = save
  useEffect(() => () => void saveOnLeave.current(), [])
  return { draft, change, write, save, saving }
}

export type DraftOfCompany = ReturnType<typeof useDraft>

const written = (draft: Draft): string => JSON.stringify(entityOf(draft).entity)
