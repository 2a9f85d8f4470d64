import type { DeviceHead } from '../../ports.ts'
import styles from './Details.module.css'
import { NetworkFacts } from './NetworkFacts.tsx'
import { RawValues } from './RawValues.tsx'

/** What few ask for and nobody should have to look for elsewhere: how the device is reached, and what it really says. */
export default function Details({ device }: { device: DeviceHead }) {
  return (
    <div className={styles.details}>
      <NetworkFacts device={device} />
      <RawValues device={device.id} />
    </div>
  )
}
