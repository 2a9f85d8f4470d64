import { type ReactNode, Suspense, useMemo } from 'react'
import rules from '#catalogue/rules/network.json'
import { useDevices } from '#engine/property/state/useHome.ts'
import type { Compared } from '#gateway/lib/network/compare.ts'
import { findingsOf, type Past } from '#gateway/lib/network/findings.ts'
import type { NetworkNode } from '#gateway/lib/network/network.ts'
import { useText } from '#i18n/useText.ts'
import type { NetworkRules } from '#schemas/generated/definitions/rules-network.ts'
import { lazy } from '#ui/parts/lazy.ts'
import { Skeleton } from '#ui/Skeleton.tsx'
import { Findings } from './Findings.tsx'
import { type Face, faceOf } from './faces.ts'
import { NodeList } from './NodeList.tsx'
import styles from './network.module.css'
import { useView } from './use-view.ts'

const Picture = lazy(() => import('./picture/Picture.tsx'))
const { first, findings: findingRules } = rules as NetworkRules

interface Props {
  nodes: ReadonlyMap<string, NetworkNode>
  now: number
  /** Devices can be asked; else it is told as it was. */
  live: boolean
  pastOf: (id: string) => Past | undefined
  changes: readonly Compared[] | undefined
  /** Which moment it is, and the way to others. */
  above: ReactNode
  below: ReactNode
}

/** What is wrong, the list that leads, and the picture that says the same. */
export function NetworkBoard({ nodes, now, live, pastOf, changes, above, below }: Props) {
  const { t } = useText()
  const view = useView()
  const { heads } = useDevices()
  const faces = useMemo(() => {
    const known = new Map(heads.map((head) => [head.id, head]))
    return new Map<string, Face>([...nodes].map(([id, { entry }]) => [id, faceOf(entry, known.get(id))]))
  }, [nodes, heads])
  const findings = useMemo(() => findingsOf(nodes, findingRules, pastOf), [nodes, pastOf])
  const nameOf = (id: string): string => (id === '' ? t('netdiag.gateway') : (faces.get(id)?.name ?? id))
  const shared = { nodes, faces, nameOf, view, now, live }
  return (
    <div className={styles.whole}>
      <Findings {...shared} findings={findings.slice(0, first)} more={findings.length > first} />
      <div className={styles.board}>
        <NodeList {...shared} findings={findings} changes={changes} />
        <section className={styles.map} aria-label={t('netdiag.picture')}>
          {above}
          <Suspense fallback={<Skeleton height="480px" />}>
            <Picture {...shared} noted={findings} changes={changes} />
          </Suspense>
          {below}
        </section>
      </div>
    </div>
  )
}

/** What the parts of the board share. */
export interface Shared {
  nodes: ReadonlyMap<string, NetworkNode>
  faces: ReadonlyMap<string, Face>
  nameOf(id: string): string
  view: ReturnType<typeof useView>
  now: number
  live: boolean
}
