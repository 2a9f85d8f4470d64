import type { Place, Reading } from '#engine/widget.ts'
import { hyphenated } from '#lib/hyphens.ts'
import { Icon, iconNamed } from '#ui/Icon.tsx'
import { capital } from '../shared/words.ts'
import styles from './StateWord.module.css'

/** What a detector or a contact says: icon and word, a tag in the head. */
export function StateWord({ label, reading, place }: { label: string; reading: Reading; place: Place }) {
  return (
    <span className={styles.state} data-place={place} data-level={reading.level}>
      <Icon name={iconNamed(reading.icon)} size={place === 'head' ? 'mark' : 'normal'} />
      <span className="visually-hidden">{`${label}: `}</span>
      <span className={styles.word}>
        {place === 'head' ? reading.text : hyphenated(capital(reading.text))}
      </span>
    </span>
  )
}
