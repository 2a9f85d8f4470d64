import type { DeviceHead } from '../../ports.ts'
import { phrase } from '../../property/state/words-of.ts'
import styles from '../cells.module.css'
import { useMain } from './use-main.ts'

/** The main value of a device in words. */
export function DeviceReading({ head }: { head: DeviceHead }) {
  const { reading } = useMain(head)
  if (!reading) return null
  return (
    <span className={`${styles.level} ${styles.reading}`} data-level={reading.level}>
      {phrase(reading)}
    </span>
  )
}
