import { useSortable } from '@dnd-kit/sortable'
import { useText } from '#i18n/useText.ts'
import { Button } from '#ui/Button.tsx'
import { Icon, iconNamed } from '#ui/Icon.tsx'
import { Badge } from '#ui/Tag.tsx'
import type { DeviceHead } from '../../../ports.ts'
import styles from './Arrange.module.css'

interface Props {
  head: DeviceHead
  first: boolean
  onFirst(): void
}

/** A tile while it can be moved: what it is and where it is, without its controls. */
export function ArrangedTile({ head, first, onFirst }: Props) {
  const { t, say } = useText()
  const { attributes, listeners, setNodeRef, transform, transition, isDragging } = useSortable({
    id: head.id,
    attributes: { role: 'button', roleDescription: t('handling.arrange.role') },
  })
  return (
    <li
      ref={setNodeRef}
      className={styles.tile}
      data-dragging={isDragging || undefined}
      style={{
        transform: transform ? `translate3d(${transform.x}px, ${transform.y}px, 0)` : undefined,
        transition,
      }}
    >
      <button type="button" className={styles.hand} {...attributes} {...listeners}>
        <Badge icon={iconNamed(head.icon, 'device')} tone="plain" />
        <span className={styles.names}>
          <span className={styles.name}>{head.name}</span>
          <small>{head.room?.name ?? say('device.tiles.unsorted')}</small>
        </span>
        <Icon name="sort" size="small" />
      </button>
      {!first && (
        <Button only look="quiet" size="dense" icon="arrow-up" onClick={onFirst}>
          {t('handling.arrange.first', { name: head.name })}
        </Button>
      )}
    </li>
  )
}
