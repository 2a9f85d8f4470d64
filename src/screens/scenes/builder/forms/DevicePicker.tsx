import { useEffect, useRef, useState } from 'react'
import type { DeviceHead } from '#engine/ports.ts'
import { plainLetters } from '#gateway/lib/names/letters.ts'
import { useText } from '#i18n/useText.ts'
import { SearchField } from '#ui/fields/text-fields.tsx'
import { Icon, iconNamed } from '#ui/Icon.tsx'
import { EmptyState } from '#ui/page/states.tsx'
import { SkeletonLines } from '#ui/Skeleton.tsx'
import { Badge } from '#ui/Tag.tsx'
import { usePhone } from '#ui/use-phone.ts'
import styles from './DevicePicker.module.css'

interface Group {
  id: string
  name: string
  heads: readonly DeviceHead[]
}

/** Rooms by name, devices without one last. */
function byRoom(heads: readonly DeviceHead[], unsorted: string): readonly Group[] {
  const groups = new Map<string, { name: string; heads: DeviceHead[] }>()
  for (const head of heads) {
    const id = head.room?.id ?? ''
    const group = groups.get(id) ?? { name: head.room?.name ?? unsorted, heads: [] }
    group.heads.push(head)
    groups.set(id, group)
  }
  return [...groups]
    .map(([id, group]) => ({ id, ...group }))
    .sort((a, b) => Number(a.id === '') - Number(b.id === '') || a.name.localeCompare(b.name))
}

interface Props {
  /** Undefined until it is known which there are. */
  heads: readonly DeviceHead[] | undefined
  /** Said when there is no device to choose at all. */
  none: { title: string; text: string }
  onChoose(device: DeviceHead): void
}

/** One device of the home, by room. */
export function DevicePicker({ heads, none, onChoose }: Props) {
  const { t } = useText()
  const [search, setSearch] = useState('')
  const field = useRef<HTMLInputElement>(null)
  const phone = usePhone()
  // Whoever has a keyboard types at once; on a phone it would cover what can be chosen.
  useEffect(() => {
    if (!phone) field.current?.focus({ preventScroll: true })
  }, [phone])
  if (!heads) return <SkeletonLines />
  if (heads.length === 0)
    return (
      <EmptyState bare icon="device" title={none.title}>
        <p>{none.text}</p>
      </EmptyState>
    )
  const wanted = plainLetters(search.trim())
  const found = heads.filter(({ name, room }) => plainLetters(`${name} ${room?.name ?? ''}`).includes(wanted))
  return (
    <>
      <SearchField
        ref={field}
        label={t('sceneForms.device.search')}
        value={search}
        onChange={setSearch}
        size="normal"
      />
      <p className="visually-hidden" role="status">
        {wanted === '' ? '' : t('sceneForms.device.found', { count: found.length })}
      </p>
      {found.length === 0 ? (
        <EmptyState bare icon="search" title={t('sceneForms.device.notFound')} />
      ) : (
        <div className={styles.groups}>
          {byRoom(found, t('sceneForms.device.unsorted')).map(({ id, name, heads: devices }) => (
            <section key={id} aria-label={name}>
              <h3>{name}</h3>
              <ul>
                {devices.map((head) => (
                  <li key={head.id}>
                    <button type="button" className={styles.device} onClick={() => onChoose(head)}>
                      <Badge icon={iconNamed(head.icon, 'device')} />
                      <span>{head.name}</span>
                      <Icon name="chevron-right" size="small" />
                    </button>
                  </li>
                ))}
              </ul>
            </section>
          ))}
        </div>
      )}
    </>
  )
}
