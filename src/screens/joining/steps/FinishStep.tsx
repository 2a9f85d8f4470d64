import { useState } from 'react'
import { useEngine, usePorts } from '#engine/engine.ts'
import type { DeviceHead } from '#engine/ports.ts'
import { useDevices } from '#engine/property/state/useHome.ts'
import { useWizard } from '#engine/screens/wizard/wizard.ts'
import { useText } from '#i18n/useText.ts'
import { useUnsaved } from '#lib/unsaved.ts'
import { Button } from '#ui/Button.tsx'
import { SelectField } from '#ui/fields/choice-fields.tsx'
import { TextField } from '#ui/fields/text-fields.tsx'
import { useSubmit } from '#ui/fields/use-submit.ts'
import { iconNamed } from '#ui/Icon.tsx'
import { Notice } from '#ui/Notice.tsx'
import { Skeleton } from '#ui/Skeleton.tsx'
import { Badge } from '#ui/Tag.tsx'
import { proposedName } from '../proposed-name.ts'
import styles from './FinishStep.module.css'

const LONGEST_NAME = 128
const NO_ROOM = ''

interface Draft {
  name?: string
  room?: string
}

/** What the devices that have joined are called, and where they are. */
export function FinishStep() {
  const text = useText()
  const { t } = text
  const { form } = useWizard()
  const { source, home } = usePorts()
  const { heads } = useDevices()
  const { go } = useEngine()
  const ids = Array.isArray(form.devices) ? form.devices.map(String) : []
  const [drafts, setDrafts] = useState<Readonly<Record<string, Draft>>>({})
  const [faults, setFaults] = useState<Readonly<Record<string, string>>>({})
  const rooms = home.rooms()
  const nameOf = (head: DeviceHead | undefined): string => (head ? proposedName(head, text) : '')
  const draftOf = (id: string): Draft => drafts[id] ?? {}
  const change = (id: string, next: Draft): void =>
    setDrafts({ ...drafts, [id]: { ...draftOf(id), ...next } })

  async function save(id: string, head: DeviceHead | undefined): Promise<string | undefined> {
    const { name = nameOf(head), room } = draftOf(id)
    if (name.trim() === '') return t('joining.finish.nameMissing')
    if (name.trim() !== head?.name) {
      const named = await source.order('set_device_name', { device_id: id, name: name.trim() })
      if (!named.ok) return t(named.code === '409' ? 'joining.finish.nameTaken' : 'joining.finish.notNamed')
    }
    const chosen = rooms.find((one) => one.id === room)
    if (!chosen) return undefined
    const moved = await source.order('add_device_to_room', {
      floor_id: chosen.floorId,
      room_id: chosen.id,
      device_ids: [id],
    })
    return moved.ok ? undefined : t('joining.finish.notMoved')
  }

  const sending = useSubmit(async () => {
    const found: Record<string, string> = {}
    // One after the other: a name that is taken is taken by the one before.
    for (const id of ids) {
      const fault = await save(
        id,
        heads.find((head) => head.id === id),
      )
      if (fault !== undefined) found[id] = fault
    }
    setFaults(found)
    if (Object.keys(found).length > 0) return
    const [only, ...more] = ids
    if (only === undefined || more.length > 0) go?.(`/devices/quick_controls?devices=${ids.join(',')}`)
    else go?.(`/devices/device/${only}`)
  })
  useUnsaved(Object.keys(drafts).length > 0 && !sending.busy)

  return (
    <form {...sending.attributes} className={styles.form}>
      {ids.map((id) => {
        const head = heads.find((one) => one.id === id)
        const { name = nameOf(head), room = head?.room?.id ?? NO_ROOM } = draftOf(id)
        return (
          <fieldset key={id} className={styles.device} disabled={sending.busy}>
            <legend className="visually-hidden">{head?.name ?? id}</legend>
            <Badge icon={iconNamed(head?.icon, 'device')} tone="primary" />
            {head ? (
              <div className={styles.fields}>
                <TextField
                  label={t('joining.finish.name')}
                  value={name}
                  maxLength={LONGEST_NAME}
                  error={faults[id]}
                  onChange={(next) => change(id, { name: next })}
                />
                <SelectField
                  label={t('joining.finish.room')}
                  value={room}
                  onChange={(next) => change(id, { room: next })}
                  choices={[
                    { value: NO_ROOM, label: t('joining.finish.noRoom') },
                    ...rooms.map((one) => ({ value: one.id, label: `${one.name} · ${one.floor}` })),
                  ]}
                />
              </div>
            ) : (
              <Skeleton height="64px" />
            )}
          </fieldset>
        )
      })}
      {Object.keys(faults).length > 0 && (
        <Notice tone="danger" urgent>
          {t('joining.finish.failed')}
        </Notice>
      )}
      <div className={styles.ways}>
        <Button type="submit" look="main" busy={sending.busy}>
          {t('joining.finish.done')}
        </Button>
      </div>
    </form>
  )
}
