import type { WidgetProps } from '#engine/widget.ts'
import { useWords } from '#i18n/useWords.ts'
import { Figure } from '../shared/controls/Figure.tsx'
import { NamedLink } from './NamedLink.tsx'
import styles from './ServiceWithUnit.module.css'
import { linkOf, type Options, read, type Shown } from './value.ts'

/** A value with its unit: a figure in the head and the tile, figure and icon on the page. */
export function ServiceWithUnit({ label, value, options, place, disabled }: WidgetProps<Shown, Options>) {
  const words = useWords()
  const reading = read(value, options, words)
  const link = place === 'page' ? linkOf(value) : undefined
  if (options.link && place === 'page') return <NamedLink label={label} to={link} icon={reading.icon} />
  return (
    <div className={styles.service} data-place={place} data-disabled={disabled || undefined}>
      <span className="visually-hidden">{`${label}: `}</span>
      {link ? (
        <a className={styles.link} href={link} target="_blank" rel="noreferrer noopener">
          {reading.text}
        </a>
      ) : (
        <Figure reading={reading} place={place} />
      )}
      {place === 'tile' && (
        <span className={styles.label} aria-hidden="true">
          {label}
        </span>
      )}
    </div>
  )
}
