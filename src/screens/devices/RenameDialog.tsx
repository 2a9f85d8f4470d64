import { useEffect, useEffectEvent, useState } from 'react'
import { failureText } from '#engine/failure-text.ts'
import type { ActionResult } from '#engine/ports.ts'
import { useDevices } from '#engine/property/state/useHome.ts'
import { useText } from '#i18n/useText.ts'
import { FormDialog } from '#ui/dialog/FormDialog.tsx'
import { TextField } from '#ui/fields/text-fields.tsx'
import { useSubmit } from '#ui/fields/use-submit.ts'
import { Notice } from '#ui/Notice.tsx'
import { doubled, faultOf, NAME_LENGTH, numbered } from './names.ts'

interface Props {
  devices: readonly { id: string; name: string }[]
  /** The dialog goes that long after a rename (spec 2 §9). */
  hide: number
  /** Names that change, by id. */
  onSave(names: ReadonlyMap<string, string>): Promise<ActionResult>
  onClose(result: ActionResult | undefined): void
}

/** Names one device, or several: by a pattern, or each by itself. */
export function RenameDialog({ devices, hide, onSave, onClose }: Props) {
  const text = useText()
  const { t } = text
  const { heads } = useDevices()
  const [names, setNames] = useState(() => new Map(devices.map(({ id, name }) => [id, name])))
  const [pattern, setPattern] = useState('')
  const [result, setResult] = useState<ActionResult>()
  const several = devices.length > 1

  const there = new Set(heads.map(({ id }) => id))
  const left = devices.filter(({ id }) => there.has(id))
  const changed = new Map(
    left.flatMap(({ id, name }) => {
      const next = names.get(id)?.trim() ?? ''
      return next === name ? [] : [[id, next] as const]
    }),
  )
  const faulty = [...changed.values()].some((name) => faultOf(name) !== undefined)
  const twice = doubled(heads, changed)
  const saved = result?.ok === true

  // spec 2 §9: the save button hides 500 ms after a rename, and the dialog with it.
  const leave = useEffectEvent(() => onClose(result))
  useEffect(() => {
    if (!saved) return
    const timer = setTimeout(leave, hide)
    return () => clearTimeout(timer)
  }, [saved, hide])

  const form = useSubmit(async () => {
    if (saved || faulty) return
    if (changed.size === 0) return onClose(undefined)
    const answer = await onSave(changed)
    // With which of several it failed stands at their rows.
    if (several) onClose(answer)
    else setResult(answer)
  })

  const name = (id: string, value: string): void => {
    setResult(undefined)
    setNames(new Map(names).set(id, value))
  }
  const byPattern = (next: string): void => {
    setPattern(next)
    const made = numbered(next, devices.length)
    if (next.trim() !== '') setNames(new Map(devices.map(({ id }, at) => [id, made[at] ?? ''])))
  }
  const errorOf = (id: string): string | undefined => {
    const fault = changed.has(id) && form.tried ? faultOf(changed.get(id) ?? '') : undefined
    return fault && t(`handling.rename.${fault}`)
  }

  return (
    <FormDialog
      title={t('handling.rename.title', { count: devices.length })}
      form={form}
      submit={left.length > 0 ? t(saved ? 'handling.rename.saved' : 'handling.rename.save') : undefined}
      icon={saved ? 'check' : undefined}
      failure={result && !result.ok ? failureText(result, text) : undefined}
      onClose={() => onClose(undefined)}
    >
      {left.length < devices.length && (
        <Notice tone="warn">{t('handling.gone', { count: devices.length - left.length })}</Notice>
      )}
      {several && (
        <TextField
          label={t('handling.rename.pattern')}
          help={t('handling.rename.patternHelp')}
          value={pattern}
          onChange={byPattern}
          maxLength={NAME_LENGTH}
          autoComplete="off"
        />
      )}
      {left.map(({ id, name: before }) => (
        <TextField
          key={id}
          label={several ? before : t('handling.rename.name')}
          value={names.get(id) ?? ''}
          onChange={(next) => name(id, next)}
          maxLength={NAME_LENGTH}
          autoComplete="off"
          error={errorOf(id)}
          help={twice.has(id) ? t('handling.rename.twice') : undefined}
        />
      ))}
    </FormDialog>
  )
}
