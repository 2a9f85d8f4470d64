import { type CSSProperties, Suspense } from 'react'
import { browserStorage } from '#lib/browser-storage.ts'
import { useEngine } from '../../engine.ts'
import { useDevices } from '../../property/state/useHome.ts'
import styles from './Screen.module.css'
import { useSize } from './use-size.ts'

/**
 * What the screen says above the tiles. The first tiles do not wait for it, and nothing moves when it comes: until then
 * its place is as high as it last was, which it keeps under the name that it is given.
 */
export function Above({ name }: { name: string }) {
  const { blocks, situation } = useEngine()
  const Block = blocks[name]
  const height = `gatehouse.${name}.${useSize()}.${situation.gateway?.serialNumber}`
  return (
    <div
      className={styles.above}
      style={{ '--height': browserStorage.getItem(height) ?? undefined } as CSSProperties}
    >
      {useDevices().complete && Block && (
        <Suspense>
          <Block params={{ height }} />
        </Suspense>
      )}
    </div>
  )
}
