import { Icon, type IconName } from './Icon.tsx'
import styles from './Segments.module.css'

export interface Segment {
  id: string
  label: string
  icon?: IconName
  disabled?: boolean
  /** A way to see the same things that has its own address. */
  href?: string
}

interface Props {
  label: string
  segments: readonly Segment[]
  value: string | undefined
  /** On a phone only the icons are drawn. */
  terse?: boolean
  onChange?(id: string): void
}

/** One of a few, side by side. */
export function Segments({ label, segments, value, terse, onChange }: Props) {
  return (
    <fieldset className={styles.segments} data-terse={terse || undefined} aria-label={label}>
      {segments.map(({ id, label: name, icon, disabled, href }) => {
        const inside = (
          <>
            {icon && <Icon name={icon} size="small" />}
            <span>{name}</span>
          </>
        )
        return href ? (
          <a key={id} href={href} aria-current={id === value ? 'page' : undefined}>
            {inside}
          </a>
        ) : (
          <button
            key={id}
            type="button"
            aria-pressed={id === value}
            disabled={disabled}
            onClick={() => onChange?.(id)}
          >
            {inside}
          </button>
        )
      })}
    </fieldset>
  )
}
