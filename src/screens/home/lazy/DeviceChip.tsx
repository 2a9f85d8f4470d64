import { useDraggable } from '@dnd-kit/core'
import type { DeviceHead } from '#engine/ports.ts'
import { useText } from '#i18n/useText.ts'
import { Icon, iconNamed } from '#ui/Icon.tsx'
import styles from './Sorting.module.css'

/** A device that can be taken into another room. */
export function DeviceChip({ head }: { head: DeviceHead }) {
  const { t } = useText()
  const { attributes, listeners, setNodeRef, isDragging } = useDraggable({
    id: head.id,
    attributes: { role: 'button', roleDescription: t('rooms.sort.role') },
  })
  return (
    <button
      ref={setNodeRef}
      type="button"
      className={styles.hand}
      data-dragging={isDragging || undefined}
      {...attributes}
      {...listeners}
    >
      <ChipFace head={head} />
    </button>
  )
}

export function ChipFace({ head, floating }: { head: DeviceHead; floating?: boolean }) {
  return (
    <span className={styles.chip} data-floating={floating || undefined}>
      <Icon name={iconNamed(head.icon, 'device')} size="small" />
      <span>{head.name}</span>
    </span>
  )
}
