import { useState } from 'react'
import type { DeviceHead } from '#engine/ports.ts'
import { modelKey } from '#gateway/lib/models/text-keys.ts'
import { plainLetters } from '#gateway/lib/names/letters.ts'
import { useText } from '#i18n/useText.ts'
import { SearchField } from '#ui/fields/text-fields.tsx'
import { iconNamed } from '#ui/Icon.tsx'
import { EmptyState } from '#ui/page/states.tsx'
import { SkeletonLines } from '#ui/Skeleton.tsx'
import { Badge } from '#ui/Tag.tsx'
import styles from './steps/ModelStep.module.css'

/** One of the devices of the home. */
export function DevicePicker({
  heads,
  chosen,
  onChoose,
}: {
  /** Undefined until it is known which there are. */
  heads: readonly DeviceHead[] | undefined
  chosen?: string
  onChoose(device: DeviceHead): void
}) {
  const { t, say } = useText()
  const [search, setSearch] = useState('')
  const wanted = plainLetters(search.trim())
  const shown = heads?.filter(({ name, model, room }) =>
    plainLetters(`${name} ${model} ${room?.name ?? ''}`).includes(wanted),
  )
  return (
    <>
      <SearchField label={t('joining.devicesSearch')} value={search} onChange={setSearch} size="normal" />
      {shown === undefined ? (
        <SkeletonLines />
      ) : shown.length === 0 ? (
        <EmptyState bare icon="search" title={t('joining.devicesNone')} />
      ) : (
        <ul className={styles.models} aria-label={t('joining.devicesOfHome')}>
          {shown.map((head) => (
            <li key={head.id}>
              <button
                type="button"
                className={styles.model}
                aria-current={head.id === chosen ? 'true' : undefined}
                onClick={() => onChoose(head)}
              >
                <Badge
                  icon={iconNamed(head.icon, 'device')}
                  tone={head.id === chosen ? 'primary' : 'plain'}
                />
                <span className={styles.words}>
                  <strong>{head.name}</strong>
                  <span>
                    {[say(modelKey(head.model), head.model), head.room?.name].filter(Boolean).join(' · ')}
                  </span>
                </span>
              </button>
            </li>
          ))}
        </ul>
      )}
    </>
  )
}
