import { useState } from 'react'
import { failureWords } from '#engine/objects/refusal.ts'
import type { ActionResult, DeviceHead } from '#engine/ports.ts'
import { plainLetters } from '#gateway/lib/names/letters.ts'
import { useText } from '#i18n/useText.ts'
import { FormDialog } from '#ui/dialog/FormDialog.tsx'
import { type Choice, Select } from '#ui/fields/choice-fields.tsx'
import { SearchField } from '#ui/fields/text-fields.tsx'
import { useSubmit } from '#ui/fields/use-submit.ts'
import { iconNamed } from '#ui/Icon.tsx'
import { EmptyState } from '#ui/page/states.tsx'
import { SkeletonLines } from '#ui/Skeleton.tsx'
import { Badge } from '#ui/Tag.tsx'
import styles from './dialogs.module.css'

interface Props {
  title: string
  submit: string
  /** What may be chosen, at this moment; undefined until it is known. */
  useChoices(): readonly DeviceHead[] | undefined
  /** What is said when there is none. */
  none: string
  /** Where they may come to; without it that is plain. */
  rooms?: readonly Choice[]
  onSave(devices: readonly DeviceHead[], room: string): Promise<ActionResult>
  onClose(result: ActionResult | undefined): void
}

/** More than this many want a search. */
const MANY = 8

/** Several devices of the home: those that come into a room, leave it, or are in none. */
export function DevicesDialog({ title, submit, useChoices, none, rooms, onSave, onClose }: Props) {
  const text = useText()
  const { t, say } = text
  const choices = useChoices()
  const heads = choices ?? []
  const [chosen, setChosen] = useState<ReadonlySet<string>>(new Set())
  const [room, setRoom] = useState('')
  const [search, setSearch] = useState('')
  const [refused, setRefused] = useState<string>()
  const wanted = plainLetters(search.trim())
  const shown = heads.filter(({ name, room: at }) =>
    plainLetters(`${name} ${at?.name ?? ''}`).includes(wanted),
  )
  const devices = heads.filter(({ id }) => chosen.has(id))
  const ready = devices.length > 0 && (!rooms || room !== '')

  const toggle = (id: string): void => {
    const next = new Set(chosen)
    if (!next.delete(id)) next.add(id)
    setChosen(next)
  }
  const form = useSubmit(async () => {
    if (!ready) return
    const result = await onSave(devices, room)
    if (result.ok) onClose(result)
    else setRefused(failureWords(result, text))
  })

  return (
    <FormDialog
      title={title}
      form={form}
      submit={devices.length > 0 ? `${submit} (${devices.length})` : submit}
      unready={!ready}
      failure={refused}
      onClose={() => onClose(undefined)}
    >
      {heads.length > MANY && (
        <SearchField label={t('rooms.devices.search')} value={search} onChange={setSearch} size="normal" />
      )}
      {choices === undefined ? (
        <SkeletonLines />
      ) : shown.length === 0 ? (
        <EmptyState
          bare
          icon={heads.length === 0 ? 'check' : 'search'}
          title={heads.length === 0 ? none : t('rooms.devices.notFound')}
        />
      ) : (
        <ul className={styles.devices} aria-label={t('rooms.devices.label')}>
          {shown.map((head) => (
            <li key={head.id}>
              <label className={styles.device}>
                <input type="checkbox" checked={chosen.has(head.id)} onChange={() => toggle(head.id)} />
                <Badge size="small" icon={iconNamed(head.icon, 'device')} />
                <span className={styles.words}>
                  <span>{head.name}</span>
                  <small>{head.room?.name ?? say(`device.types.${head.type}`)}</small>
                </span>
              </label>
            </li>
          ))}
        </ul>
      )}
      {rooms && heads.length > 0 && (
        <Select aria-label={t('rooms.devices.into')} value={room} choices={rooms} onChange={setRoom} />
      )}
    </FormDialog>
  )
}
